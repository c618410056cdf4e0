import { listWarningEvents } from '@cardinal/contract/api/earlyWarnings/events.ts';
import type { previewEarlyWarning } from '@cardinal/contract/api/earlyWarnings/rules.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';

const words = {
  title: text('「{name}」现在会说什么', 'What “{name}” would say now'),
  failed: text('预览失败', 'The preview could not be loaded'),
  counts: text(
    '涉及 {watched} 项，现在超出阈值 {beyond} 项。不写事件，也不通知任何人。',
    'It watches {watched}; {beyond} beyond the limit now. Nothing is written and nobody is told.',
  ),
  beyond: text('超出', 'Beyond'),
  within: text('正常', 'Within'),
  unknown: text('暂无数据', 'Not known'),
  open: text('已有事件', 'has an open event'),
};
type Endpoint = typeof previewEarlyWarning;
type Props = {
  readonly endpoint: Endpoint;
  readonly rule: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
};

/** What a rule finds now, and says of it. */
export default function PreviewWarning({ endpoint, rule, onClose }: Props) {
  const t = useText();
  const { data, error, refetch } = useRead(endpoint, { id: rule.id });
  const fields = listWarningEvents.fields;
  return (
    <Sheet isOpen title={t(words.title, { name: rule.name })} width={760} onClose={onClose}>
      {data === undefined ? (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      ) : (
        <Stack gap="l">
          <Paragraph>{t(words.counts, { watched: data.watched, beyond: data.beyond })}</Paragraph>
          {data.objects.length === 0 ? null : (
            <LinesTable
              heads={[fields.objectName.label, nouns.outcome, figures(fields.value.label), figures(fields.limit.label)]}
            >
              {data.objects.map((each) => (
                <tr key={`${each.name} ${each.customerName} ${each.limit}`}>
                  <td>
                    <Stack gap="none">
                      <span>{each.name}</span>
                      <Span ink="secondary" size="s">
                        {each.text ?? (each.customerName === each.name ? null : each.customerName)}
                      </Span>
                    </Stack>
                  </td>
                  <td>
                    <StatusTag
                      word={t(each.value === null ? words.unknown : each.isBeyond ? words.beyond : words.within)}
                      shape={each.value === null ? 'ring' : each.isBeyond ? 'cross' : 'disc'}
                      tone={each.value === null ? 'neutral' : each.isBeyond ? 'bad' : 'good'}
                    />
                    {each.isOpen ? (
                      <Span ink="secondary" size="s" isBlock>
                        {t(words.open)}
                      </Span>
                    ) : null}
                  </td>
                  <FigureCell isBad={each.isBeyond}>{each.value ?? '—'}</FigureCell>
                  <FigureCell>{each.limit}</FigureCell>
                </tr>
              ))}
            </LinesTable>
          )}
        </Stack>
      )}
    </Sheet>
  );
}
