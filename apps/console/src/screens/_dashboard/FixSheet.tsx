import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { CardBulkSheet } from '../../kit/bulk/CardBulkSheet.tsx';
import { CARD_BULK } from '../../parts/cardBatches/cardBulk.tsx';
import type { ShownFigure } from './figures.ts';

/** An action on all cards a figure counts, with the filter of the lists behind it. */
export default function FixSheet(props: { fix: CardAction; figure: ShownFigure; onClose: () => void }) {
  const { figure, onClose } = props;
  const bulk = CARD_BULK.find(({ action }) => action === props.fix);
  if (!bulk) return null;
  // The lists of all card kinds share this filter.
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
