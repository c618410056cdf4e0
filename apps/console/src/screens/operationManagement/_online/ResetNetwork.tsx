import { CardBulkSheet } from '../../../kit/bulk/CardBulkSheet.tsx';
import { CARD_BULK } from '../../../parts/cardBatches/cardBulk.tsx';

const RESET = CARD_BULK.find(({ action }) => action === 'reset_network');
const BY_ICCID = 1;

/** Resetting the network of a card that was asked about: preview, reason and task as from the card list. */
export default function ResetNetwork({ iccid, onClose }: { iccid: string; onClose: () => void }) {
  if (!RESET) return null;
  return (
    <CardBulkSheet
      bulk={RESET}
      picked={{ source: { kind: 'list', identifierType: BY_ICCID, text: iccid }, count: 1 }}
      onClose={onClose}
      onStarted={onClose}
    />
  );
}
