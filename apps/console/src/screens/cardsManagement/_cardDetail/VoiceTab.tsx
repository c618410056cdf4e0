import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { minutesUsed } from '../_cardList/cardColumns.tsx';
import { Ring } from './Ring.tsx';
import type { CardView } from './useCard.ts';

const words = {
  minutes: text('语音', 'Voice'),
  sms: text('短信', 'SMS'),
  used: text('已用', 'Used'),
  left: text('剩余', 'Left'),
  total: text('总量', 'Allowance'),
  ofMinutes: text('{n} 分钟', '{n} min'),
  minutesAndSeconds: text('{n} 分钟（{seconds} 秒）', '{n} min ({seconds} s)'),
  ofSms: text('{n} 条', '{n}'),
  none: text('没有用量读数', 'No usage was read'),
};

function Allowance(props: {
  title: string;
  asOf: string | null;
  used: bigint | undefined;
  total: bigint | undefined;
  lines: readonly (readonly [string, string])[];
}) {
  const t = useText();
  const { used, total } = props;
  return (
    <Panel title={props.title} asOf={props.asOf ?? undefined}>
      {used === undefined ? (
        <p>{t(words.none)}</p>
      ) : (
        <div className="card-allowance">
          {total !== undefined && total > 0n ? <Ring used={used} total={total} /> : null}
          <dl>
            {props.lines.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Panel>
  );
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Minutes and messages of this cycle; time used is billed by begun minutes and told by the second. */
export function VoiceTab(props: { view: CardView }) {
  const { card } = props.view;
  const t = useText();
  const seconds = card.voiceUsed === null ? undefined : BigInt(card.voiceUsed);
  const allowed = card.voiceTotal === null ? undefined : BigInt(card.voiceTotal);
  const minutes = (n: bigint) => t(words.ofMinutes, { n: countAmount(n) });
  const used = seconds === undefined ? undefined : minutesUsed(String(seconds));
  const messages = card.smsUsed === null ? undefined : BigInt(card.smsUsed);
  const allowedMessages = card.smsTotal === null ? undefined : BigInt(card.smsTotal);
  const pieces = (n: bigint) => t(words.ofSms, { n: countAmount(n) });
  return (
    <div className="card-overview">
      <Allowance
        title={t(words.minutes)}
        asOf={card.usageAt}
        used={seconds}
        total={allowed}
        lines={[
          ...(used === undefined || seconds === undefined
            ? []
            : [
                [
                  t(words.used),
                  t(words.minutesAndSeconds, { n: countAmount(used), seconds: countAmount(seconds) }),
                ] as const,
              ]),
          ...(allowed === undefined || used === undefined
            ? []
            : [
                [t(words.left), minutes(larger(allowed / 60n - used, 0n))] as const,
                [t(words.total), minutes(allowed / 60n)] as const,
              ]),
        ]}
      />
      <Allowance
        title={t(words.sms)}
        asOf={card.usageAt}
        used={messages}
        total={allowedMessages}
        lines={[
          ...(messages === undefined ? [] : [[t(words.used), pieces(messages)] as const]),
          ...(messages === undefined || allowedMessages === undefined
            ? []
            : [
                [t(words.left), pieces(larger(allowedMessages - messages, 0n))] as const,
                [t(words.total), pieces(allowedMessages)] as const,
              ]),
        ]}
      />
    </div>
  );
}
