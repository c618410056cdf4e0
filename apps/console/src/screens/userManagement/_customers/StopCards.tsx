import { CardBulkSheet } from '../../../kit/bulk/CardBulkSheet.tsx';
import { CARD_BULK } from '../../../parts/cardBatches/cardBulk.tsx';

const STOP = CARD_BULK.find(({ action }) => action === 'stop_card');

/** Stops the cards of a disabled customer: preview, reason and task as in the card list. */
export default function StopCards(props: { customerId: string; cards: number; onClose: () => void }) {
  if (!STOP) return null;
  return (
    <CardBulkSheet
      bulk={STOP}
      picked={{ source: { kind: 'filter', query: { customerId: [props.customerId] } }, count: props.cards }}
      onClose={props.onClose}
      onStarted={props.onClose}
    />
  );
}
