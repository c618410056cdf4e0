import type { tryCarrierProfile } from '@cardinal/contract/api/carriers/carrierProfiles.ts';
import { CallOutcome } from '@cardinal/contract/api/carriers/carriers.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { STATUS_TABLES } from '@cardinal/contract/statuses/carrierStatuses.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { CodeBox } from '@cardinal/ui/layout/Box.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';

const words = {
  understood: text('读懂的内容', 'What was understood'),
  request: text('请求', 'Request'),
  none: text('没有收到应答', 'No response'),
};

const FIELDS: Readonly<Record<string, Text>> = {
  iccid: nouns.iccid,
  status: nouns.status,
  imsi: nouns.imsi,
  msisdn: text('业务号码', 'Business number'),
  imei: nouns.imei,
  ratePlan: text('资费计划', 'Rate plan'),
  communicationPlan: nouns.communicationPlan,
  activatedAt: text('激活时间', 'Activated at'),
  changedAt: text('变更时间', 'Changed at'),
};

const OUTCOMES: Readonly<Record<CallOutcome, StatusLook>> = {
  ok: { shape: 'disc', tone: 'good' },
  refused: { shape: 'cross', tone: 'bad' },
  unclear: { shape: 'half', tone: 'warning' },
  unavailable: { shape: 'cross', tone: 'neutral' },
};

/** JSON is indented; anything else is shown unchanged. */
function pretty(written: string): string {
  try {
    return JSON.stringify(JSON.parse(written), null, 2);
  } catch {
    return written;
  }
}

/** The request of a test, its answer and how it was interpreted; the server hides secrets. */
export function TriedProfile({ tried, platform }: { tried: AnswerOf<typeof tryCarrierProfile>; platform: Platform }) {
  const t = useText();
  const { statuses } = STATUS_TABLES[platform];
  const shown = (field: string, value: string | null) => {
    const known = field === 'status' && value !== null ? statuses[value] : undefined;
    return known ? `${t(known)} (${value})` : value;
  };
  return (
    <Stack gap="s" above="xl" aria-live="polite">
      <p>
        <StatusTag
          {...OUTCOMES[tried.outcome]}
          word={t(CallOutcome.labelOf(tried.outcome))}
          origin={t(sentences.milliseconds, { n: countAmount(tried.durationMs) })}
        />
      </p>
      <p>{tried.words}</p>
      {tried.understood.length > 0 ? (
        <>
          <Paragraph as="h3" ink="secondary" size="m" above="m" below="xs">
            {t(words.understood)}
          </Paragraph>
          <FactsList
            facts={tried.understood.map(({ field, value }) => ({
              label: FIELDS[field] ?? text(field, field),
              value: shown(field, value),
            }))}
          />
        </>
      ) : null}
      {tried.steps.map((step) => (
        <section key={step.url}>
          <Paragraph as="h3" ink="secondary" size="m" above="m" below="xs">
            {t(words.request)}
          </Paragraph>
          <CodeBox>
            {`${step.method} ${step.url}\n`}
            {step.headers.map(({ name, value }) => `${name}: ${value}\n`).join('')}
            {step.body === null ? '' : `\n${pretty(step.body)}`}
          </CodeBox>
          <Paragraph as="h3" ink="secondary" size="m" above="m" below="xs">
            {t(nouns.answer)} {step.httpStatus}
          </Paragraph>
          <CodeBox>{step.answer === null ? t(words.none) : pretty(step.answer)}</CodeBox>
        </section>
      ))}
    </Stack>
  );
}
