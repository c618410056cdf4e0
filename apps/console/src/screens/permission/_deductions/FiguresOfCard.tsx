import { readFigures } from '@cardinal/contract/api/deductions/records.ts';
import { FigureSource } from '@cardinal/contract/enumerations/deduction.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { deductionWords } from './deductionLooks.ts';

const words = {
  title: text('计费读数', 'Figures it was charged by'),
  failed: text('读数加载失败', 'Failed to load the figures'),
  at: text('读数时间', 'Read at'),
  day: text('用量日期', 'Day of usage'),
  before: text('上次读数', 'Before'),
  after: text('本次读数', 'Reading'),
  delta: text('差额', 'Difference'),
  partial: text('只显示最近 500 条。', 'The latest 500 only.'),
};

/** How the days of one card moved, and what of it was charged. */
export default function FiguresOfCard(props: { deductionId: string; cardId: string; onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useRead(readFigures, { deductionId: props.deductionId, cardId: props.cardId });
  return (
    <Sheet isOpen title={t(words.title)} width={860} onClose={props.onClose}>
      {data ? (
        <>
          <LinesTable
            heads={[
              words.at,
              words.day,
              FigureSource.title,
              figures(words.before),
              figures(words.after),
              figures(words.delta),
              figures(deductionWords.charged),
              deductionWords.revision,
            ]}
          >
            {data.figures.map((each, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: figures are append-only and shown as they were read
              <tr key={at}>
                <td>
                  <TimeText at={each.at} />
                </td>
                <td>{each.day}</td>
                <td>{t(FigureSource.labelOf(each.source))}</td>
                <FigureCell>
                  <Volume bytes={each.before} />
                </FigureCell>
                <FigureCell>
                  <Volume bytes={each.after} />
                </FigureCell>
                <FigureCell isBad={each.bytes.startsWith('-')}>
                  <Volume bytes={each.bytes} />
                </FigureCell>
                <FigureCell>
                  <Volume bytes={each.chargedBytes} />
                </FigureCell>
                <td>{each.revision}</td>
              </tr>
            ))}
          </LinesTable>
          {data.isPartial ? <Note tone="plain">{t(words.partial)}</Note> : null}
        </>
      ) : (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}
