import { settleUsage, type UnclearUsage as Unclear, UsageVerdict } from '@cardinal/contract/api/usage/usage.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import { Panel } from '../../kit/Panel.tsx';

const words = {
  title: text('不明用量', 'Unclear usage'),
  note: text(
    '运营商计数器的变化可能有两种含义。裁定前不计入任何一天和周期，也不计费、不触发停机。',
    'The carrier’s counter changed in a way that can mean two things. Until it is settled it is of no day and no cycle, is not charged and stops nothing.',
  ),
  fall: text('计数器回落', 'Counter fell'),
  turn: text('换账期后未回落', 'No restart after the turn of the cycle'),
  figures: text('运营商读数', 'Carrier’s figures'),
  ifRestarted: text('若已重新开始', 'If it had restarted'),
  ifWentOn: text('若未重新开始', 'If it had gone on'),
  result: text('裁定结果', 'Settled as'),
  onDay: text('{amount}（{day}）', '{amount} on {day}'),
  returned: text('并未回落', 'Had not fallen'),
  byDays: text('运营商日用量', 'Carrier’s own days'),
  byReading: text('后续读数', 'A later reading'),
  by: text('{what} · {who}', '{what} · {who}'),
  question: text('裁定为“{verdict}”？', 'Settle as “{verdict}”?'),
  moves: text(
    '{day} 的用量 {change}。裁定后不能更改。',
    'Usage on {day}: {change}. This cannot be changed afterwards.',
  ),
  done: text('已裁定', 'Settled'),
} satisfies Record<string, Text>;

/** Bytes with a sign, as a change: «+40 MB». */
const changeText = (bytes: string): string =>
  `${bytes.startsWith('-') ? '−' : '+'}${volumeText(BigInt(bytes.replace('-', '')))}`;

/** What of a card's usage is not clear, with what it could be, and for the platform the choice. */
export function UnclearUsage(props: { cardId: string; steps: readonly Unclear[]; maySettle: boolean }) {
  const t = useText();
  if (props.steps.length === 0) return null;
  return (
    <Panel title={t(words.title)}>
      <Paragraph ink="secondary">{t(words.note)}</Paragraph>
      <ScrollBox>
        <table className="lines-table">
          <thead>
            <tr>
              <th scope="col">{t(nouns.time)}</th>
              <th scope="col">{t(words.figures)}</th>
              <th scope="col">{t(words.ifRestarted)}</th>
              <th scope="col">{t(words.ifWentOn)}</th>
              <th scope="col">{t(words.result)}</th>
            </tr>
          </thead>
          <tbody>
            {props.steps.map((step) => (
              <tr key={step.readAt}>
                <th scope="row">
                  <TimeText at={step.readAt} />
                </th>
                <td>
                  <Volume bytes={step.before} /> → <Volume bytes={step.figure} />
                  <br />
                  <Span as="small" ink="secondary">
                    {t(words[step.kind])}
                  </Span>
                </td>
                <td>{t(words.onDay, { amount: changeText(step.restarted), day: step.day })}</td>
                <td>{t(words.onDay, { amount: changeText(step.wentOn), day: step.wentOnDay })}</td>
                <td>
                  {step.settled ? (
                    <SettledAs settled={step.settled} />
                  ) : props.maySettle ? (
                    <Choices cardId={props.cardId} step={step} />
                  ) : (
                    '—'
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Panel>
  );
}

function SettledAs({ settled }: { settled: NonNullable<Unclear['settled']> }) {
  const t = useText();
  const what = settled.as === 'returned' ? t(words.returned) : t(UsageVerdict.labelOf(settled.as));
  const who =
    settled.by === 'person' ? (settled.byName ?? '') : t(settled.by === 'days' ? words.byDays : words.byReading);
  return (
    <>
      {t(words.by, { what, who })}
      <br />
      <Span as="small" ink="secondary">
        <TimeText at={settled.at} />
      </Span>
    </>
  );
}

function Choices({ cardId, step }: { cardId: string; step: Unclear }) {
  const t = useText();
  const settling = useChange(settleUsage, { done: t(words.done) });
  const ask = (verdict: UsageVerdict) => {
    const name = t(UsageVerdict.labelOf(verdict));
    const [day, bytes] = verdict === 'restarted' ? [step.day, step.restarted] : [step.wentOnDay, step.wentOn];
    void settling.confirm({
      title: t(words.question, { verdict: name }),
      body: t(words.moves, { day, change: changeText(bytes) }),
      confirm: name,
      sends: { body: { cardId, readAt: step.readAt, verdict } },
    });
  };
  return (
    <Inline>
      {UsageVerdict.options.map(({ value, label }) => (
        <CallButton
          key={value}
          size="small"
          call={settleUsage}
          disabled={settling.isRunning}
          onClick={() => ask(value)}
        >
          {t(label)}
        </CallButton>
      ))}
    </Inline>
  );
}
