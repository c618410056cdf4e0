import { readVoiceDays } from '@cardinal/contract/api/usage/usage.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { mayCall } from '../../../shell/permissions.ts';
import { minutesUsed } from '../../cards/cardColumns.tsx';
import { Ring } from '../Ring.tsx';
import type { CardView } from '../useCard.ts';
import { VoiceChart } from '../VoiceChart.tsx';
import { type AskFor, FunctionLines } from './FunctionsTab.tsx';
import { WhiteListPanel } from './WhiteListPanel.tsx';

const words = {
  minutesAndSeconds: text('{n} 分钟（{seconds} 秒）', '{n} min ({seconds} s)'),
  ofSms: text('{n} 条', '{n}'),
  calls: text('通话记录', 'Calls'),
  noCalls: text(
    '已接入的运营商接口都不提供逐条通话记录，只提供周期内的累计时长与条数。',
    'None of the connected carrier interfaces provides call records, only totals for the cycle.',
  ),
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
        <p>{t(sentences.noReadings)}</p>
      ) : (
        <Inline gap="xl" below="m">
          {total !== undefined && total > 0n ? <Ring used={used} total={total} /> : null}
          <Stack as="dl" gap="s">
            {props.lines.map(([name, value]) => (
              <div key={name}>
                <Span as="dt" size="s">
                  {name}
                </Span>
                <Span as="dd" size="l">
                  {value}
                </Span>
              </div>
            ))}
          </Stack>
        </Inline>
      )}
    </Panel>
  );
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Minutes and messages of this cycle; used time is billed by started minutes and shown to the second. */
export function VoiceTab(props: { view: CardView; onAction: AskFor }) {
  const { card, functions } = props.view;
  const t = useText();
  const seconds = card.voiceUsed === null ? undefined : BigInt(card.voiceUsed);
  const allowed = card.voiceTotal === null ? undefined : BigInt(card.voiceTotal);
  const minutes = (n: bigint) => t(sentences.minutes, { n: countAmount(n) });
  const used = seconds === undefined ? undefined : minutesUsed(String(seconds));
  const messages = card.smsUsed === null ? undefined : BigInt(card.smsUsed);
  const allowedMessages = card.smsTotal === null ? undefined : BigInt(card.smsTotal);
  const pieces = (n: bigint) => t(words.ofSms, { n: countAmount(n) });
  return (
    <Grid columns={3}>
      <Allowance
        title={t(nouns.voice)}
        asOf={card.usageAt}
        used={seconds}
        total={allowed}
        lines={[
          ...(used === undefined || seconds === undefined
            ? []
            : [
                [
                  t(nouns.used),
                  t(words.minutesAndSeconds, { n: countAmount(used), seconds: countAmount(seconds) }),
                ] as const,
              ]),
          ...(allowed === undefined || used === undefined
            ? []
            : [
                [t(nouns.left), minutes(larger(allowed / 60n - used, 0n))] as const,
                [t(nouns.allowance), minutes(allowed / 60n)] as const,
              ]),
        ]}
      />
      <Allowance
        title={t(nouns.sms)}
        asOf={card.usageAt}
        used={messages}
        total={allowedMessages}
        lines={[
          ...(messages === undefined ? [] : [[t(nouns.used), pieces(messages)] as const]),
          ...(messages === undefined || allowedMessages === undefined
            ? []
            : [
                [t(nouns.left), pieces(larger(allowedMessages - messages, 0n))] as const,
                [t(nouns.allowance), pieces(allowedMessages)] as const,
              ]),
        ]}
      />
      <FunctionLines
        functions={functions.filter(({ name }) => name === 'voice' || name === 'sms')}
        asOf={card.lastSyncAt}
        onAction={props.onAction}
      />
      {mayCall(readVoiceDays) ? <VoiceChart cardId={card.id} className="wide" /> : null}
      <WhiteListPanel view={props.view} onAction={props.onAction} />
      <Panel title={t(words.calls)}>
        <Paragraph ink="secondary">{t(words.noCalls)}</Paragraph>
      </Panel>
    </Grid>
  );
}
