import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { CardBulkSheet } from '../../../kit/bulk/CardBulkSheet.tsx';
import type { Picked } from '../../../kit/bulk/useCardBulk.tsx';
import { CARD_BULK } from '../../../parts/cardBatches/cardBulk.tsx';

/** Cards into a pool, out of it, or from another into it: numbers, a sheet, a set or tags, or those that were picked. */
export default function CardsOfPool(props: {
  action: CardAction;
  poolId: string;
  picked?: Picked | undefined;
  onClose: () => void;
}) {
  const bulk = CARD_BULK.find(({ action }) => action === props.action);
  if (!bulk) return null;
  return (
    <CardBulkSheet
      bulk={bulk}
      picked={props.picked}
      initial={{ poolId: props.poolId }}
      onClose={props.onClose}
      onStarted={props.onClose}
    />
  );
}
