import { readOnlineLookup } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  title: text('诊断 {iccid}', 'Diagnosis of {iccid}'),
  loading: nouns.diagnosis,
  steps: text('逐步检查', 'Step by step'),
  conclusion: text('结论与建议', 'Conclusion and advice'),
  going: text('正在询问运营商…', 'Querying the carrier…'),
  good: text('正常', 'Fine'),
  bad: text('异常', 'Amiss'),
  unknown: nouns.unknown,
};

type Told = AnswerOf<typeof readOnlineLookup>;

const LOOKS: Readonly<Record<Told['steps'][number]['verdict'], StatusLook>> = {
  good: { shape: 'disc', tone: 'good' },
  bad: { shape: 'cross', tone: 'bad' },
  unknown: { shape: 'half', tone: 'neutral' },
};
const CONCLUDED: Readonly<Record<'good' | 'attention' | 'bad', StatusLook>> = {
  good: { shape: 'disc', tone: 'good' },
  attention: { shape: 'half', tone: 'warning' },
  bad: { shape: 'cross', tone: 'bad' },
};

/** Poll interval while the carrier is being asked. */
const WATCH_MS = 1_000;

/** The steps of the diagnosis and their conclusion. */
export default function DiagnosisSheet(props: { id: string; onClose: () => void }) {
  const t = useText();
  const query = useRead(
    readOnlineLookup,
    { id: props.id },
    { every: (data) => (data && data.state !== 'done' ? WATCH_MS : false) },
  );
  const { data } = query;
  return (
    <Sheet
      isOpen
      width={560}
      title={data ? t(words.title, { iccid: data.iccid }) : t(words.loading)}
      onClose={props.onClose}
    >
      <Stack>
        <Panel title={t(words.steps)} state={query} {...(data?.askedAt ? { asOf: data.askedAt } : {})}>
          {data ? (
            <Stack as="ol" isDivided>
              {data.steps.map((step) => (
                <Columns as="li" side="s" gap="m" key={`${step.key} ${step.name}`}>
                  <Inline justify="between">
                    <b>{step.name}</b>
                    <StatusTag {...LOOKS[step.verdict]} word={t(words[step.verdict])} />
                  </Inline>
                  <Stack gap="none">
                    <span>{step.words}</span>
                    {step.advice ? <small>{step.advice}</small> : null}
                  </Stack>
                </Columns>
              ))}
              {data.state === 'done' ? null : (
                <Span as="li" ink="secondary">
                  {t(words.going)}
                </Span>
              )}
            </Stack>
          ) : undefined}
        </Panel>
        {data?.conclusion ? (
          <Panel title={t(words.conclusion)}>
            <Span as="p" grows role="status">
              <StatusTag {...CONCLUDED[data.conclusion.state]} word={data.conclusion.words} />
            </Span>
          </Panel>
        ) : null}
      </Stack>
    </Sheet>
  );
}
