import { listWarningEvents } from '@cardinal/contract/api/earlyWarnings/events.ts';
import { BACK_DAYS, backTestEarlyWarning } from '@cardinal/contract/api/earlyWarnings/rules.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  title: text('回测「{name}」', 'Back-test of “{name}”'),
  failed: text('回测失败', 'The back-test failed'),
  times: text('过去 {days} 天会触发 {n} 次。', 'In the last {days} days it would have warned {n} times.'),
  latest: text('显示最近 {n} 次。', 'The latest {n} are shown.'),
  impossible: text(
    '该指标不保存历史数值，不能回测。可回测的有：账户余额、运营商调用失败率。',
    'Past values of this figure are not kept, so it cannot be tried on them. Balances and the rate of failing carrier calls can.',
  ),
  lasting: text('仍在持续', 'It still lasts'),
};

type Props = { readonly rule: { readonly id: string; readonly name: string }; readonly onClose: () => void };

/** How often a rule would have warned in the past month. */
export default function BackTest({ rule, onClose }: Props) {
  const t = useText();
  const { data, error, refetch } = useRead(backTestEarlyWarning, { id: rule.id });
  const fields = listWarningEvents.fields;
  return (
    <Sheet isOpen title={t(words.title, { name: rule.name })} width={720} onClose={onClose}>
      {data === undefined ? <NotLoaded failed={words.failed} error={error} onRetry={refetch} /> : null}
      {data && !data.isPossible ? <Note tone="plain">{t(words.impossible)}</Note> : null}
      {data?.isPossible ? (
        <Stack gap="l">
          <Paragraph>
            {t(words.times, { days: BACK_DAYS, n: data.events })}
            {data.shown.length < data.events ? ` ${t(words.latest, { n: data.shown.length })}` : ''}
          </Paragraph>
          {data.shown.length === 0 ? null : (
            <LinesTable
              heads={[
                fields.objectName.label,
                fields.openedAt.label,
                fields.resolvedAt.label,
                figures(fields.worst.label),
              ]}
            >
              {data.shown.map((each) => (
                <tr key={`${each.name} ${each.openedAt}`}>
                  <td>{each.name}</td>
                  <td>
                    <TimeText at={each.openedAt} />
                  </td>
                  <td>{each.resolvedAt === null ? t(words.lasting) : <TimeText at={each.resolvedAt} />}</td>
                  <FigureCell>{each.worst}</FigureCell>
                </tr>
              ))}
            </LinesTable>
          )}
        </Stack>
      ) : null}
    </Sheet>
  );
}
