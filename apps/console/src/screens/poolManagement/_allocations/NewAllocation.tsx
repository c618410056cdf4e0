import type { AllocationAction } from '@cardinal/contract/api/cardAllocations/batchActions.ts';
import { CardBulkSheet } from '../../../kit/bulk/CardBulkSheet.tsx';
import { CARD_BULK } from '../../../parts/cardBatches/cardBulk.tsx';

/** Gives cards down or takes them back: numbers, a segment, a sheet or a set, previewed before they move. */
export default function NewAllocation(props: { action: AllocationAction; onClose: () => void }) {
  const bulk = CARD_BULK.find(({ action }) => action === props.action);
  return bulk ? <CardBulkSheet bulk={bulk} onClose={props.onClose} onStarted={props.onClose} /> : null;
}
