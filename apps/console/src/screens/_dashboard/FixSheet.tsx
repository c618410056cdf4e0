import type { CardAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { CardBulkSheet } from '../../kit/bulk/CardBulkSheet.tsx';
import { CARD_BULK } from '../../parts/cardBatches/cardBulk.tsx';
import type { ShownFigure } from './figures.ts';

/** An action on all cards a figure counts: by the very filter of the lists that prove it. */
export default function FixSheet(props: { fix: CardAction; figure: ShownFigure; onClose: () => void }) {
  const { figure, onClose } = props;
  const bulk = CARD_BULK.find(({ action }) => action === props.fix);
  if (!bulk) return null;
  // The lists of all kinds ask the same of their cards.
  const query = { ...figure.parts[0]?.link?.query, kind: figure.parts.map(({ kind }) => String(kind)) };
  return (
    <CardBulkSheet
      bulk={bulk}
      picked={{ source: { kind: 'filter', query }, count: figure.count }}
      onClose={onClose}
      onStarted={onClose}
    />
  );
}
