import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { CardBulkSheet } from '../../../kit/bulk/CardBulkSheet.tsx';
import { CARD_BULK } from '../../../parts/cardBatches/cardBulk.tsx';

/** Cards into a flow pool, or out of it: numbers, a sheet, a set or tags. */
export default function CardsOfFlowPool(props: { action: CardAction; poolId: string; onClose: () => void }) {
  const bulk = CARD_BULK.find(({ action }) => action === props.action);
  if (!bulk) return null;
  return (
    <CardBulkSheet
      bulk={bulk}
      initial={{ flowPoolId: props.poolId }}
      onClose={props.onClose}
      onStarted={props.onClose}
    />
  );
}
