import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { CardBulkSheet } from '../../kit/bulk/CardBulkSheet.tsx';
import type { BulkParameters } from '../../kit/bulk/cardBulkAction.ts';
import { CARD_BULK } from './cardBulk.tsx';

/** An action on the card of one row: preview and task as in the card list. */
export default function CardActionSheet(props: {
  action: CardAction;
  cardId: string;
  initial?: BulkParameters;
  onClose: () => void;
}) {
  const bulk = CARD_BULK.find(({ action }) => action === props.action);
  if (!bulk) return null;
  return (
    <CardBulkSheet
      bulk={bulk}
      picked={{ source: { kind: 'ids', ids: [props.cardId] }, count: 1 }}
      initial={props.initial}
      onClose={props.onClose}
      onStarted={props.onClose}
    />
  );
}
