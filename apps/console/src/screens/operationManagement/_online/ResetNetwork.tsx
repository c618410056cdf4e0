import { CardBulkSheet } from '../../../kit/bulk/CardBulkSheet.tsx';
import { CARD_BULK } from '../../../parts/cardBatches/cardBulk.tsx';

const RESET = CARD_BULK.find(({ action }) => action === 'reset_network');
const BY_ICCID = 1;

/** Resets the network of a queried card: preview, reason and task as in the card list. */
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
