import { LookupDepth, MOST_LOOKED_UP, startOnlineLookup } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { Can } from '../../../shell/Can.tsx';

const words = {
  depth: text('查询方式', 'Query type'),
  placeholder: text(
    '粘贴 ICCID、业务号码、IMSI、IMEI 或 EID，最多 {max} 张；逗号或换行分隔',
    'Paste up to {max} ICCIDs, business numbers, IMSIs, IMEIs or EIDs, separated by commas or new lines',
  ),
  cost: text('每张卡至少占用通道一次调用', 'Each card uses at least one call of its carrier account'),
  all: text('查看全部记录', 'View all look-ups'),
};

type Started = AnswerOf<typeof startOnlineLookup>;

/** The cards to query and what to ask; the answers fill the list below. */
export function AskOnline(props: {
  /** The list shows one look-up only. */
  isOne: boolean;
  onStarted: (taskId: string | undefined) => void;
}) {
  const t = useText();
  const [by, setBy] = useState<'list' | 'segment'>('list');
  const [depth, setDepth] = useState<LookupDepth>(LookupDepth.values.online);
  const [numbers, setNumbers] = useState('');
  const [segment, setSegment] = useState({ startIccid: '', endIccid: '' });
  const [started, setStarted] = useState<Started>();
  const starting = useChange(startOnlineLookup);
  const isReady = by === 'list' ? numbers.trim() !== '' : segment.startIccid !== '' && segment.endIccid !== '';

  const ask = async () => {
    const body = by === 'list' ? { numbers, depth } : { ...segment, depth };
    const answer = await starting.run({ body });
    if (!answer) return;
    setStarted(answer);
    props.onStarted(answer.taskId);
  };

  return (
    <Can call={startOnlineLookup}>
      <Stack
        as="form"
        gap="s"
        below="s"
        width="xxl"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <Inline gap="l">
          <Segmented
            aria-label={t(nouns.whichCards)}
            value={by}
            onChange={setBy}
            options={[
              { value: 'list', label: t(nouns.numberList) },
              { value: 'segment', label: t(nouns.segment) },
            ]}
          />
          <Segmented
            aria-label={t(words.depth)}
            value={depth}
            onChange={setDepth}
            options={LookupDepth.options.map((each) => ({ value: each.value, label: t(each.label) }))}
          />
          {props.isOne ? <TextButton onClick={() => props.onStarted(undefined)}>{t(words.all)}</TextButton> : null}
        </Inline>
        <Inline align="start" isOneLine>
          {by === 'list' ? (
            <Input.TextArea
              aria-label={t(nouns.cardNumbers)}
              placeholder={t(words.placeholder, { max: MOST_LOOKED_UP })}
              autoSize={{ minRows: 2, maxRows: 6 }}
              maxLength={8_000}
              spellCheck={false}
              value={numbers}
              onChange={(event) => setNumbers(event.target.value)}
            />
          ) : (
            <Inline as="span" isOneLine>
              {(['startIccid', 'endIccid'] as const).map((name) => (
                <Input
                  key={name}
                  aria-label={t(name === 'startIccid' ? nouns.firstICCID : nouns.lastICCID)}
                  placeholder={t(name === 'startIccid' ? nouns.firstICCID : nouns.lastICCID)}
                  maxLength={32}
                  value={segment[name]}
                  onChange={(event) => setSegment({ ...segment, [name]: event.target.value.trim() })}
                />
              ))}
            </Inline>
          )}
          <Button type="primary" htmlType="submit" disabled={!isReady} loading={starting.isRunning}>
            {t(verbs.askNow)}
          </Button>
        </Inline>
        <Paragraph ink="secondary" size="m" role="status">
          {t(words.cost)}
          {started?.notFound.length ? (
            <Span isBlock ink="warning">
              {t(sentences.cardsNotFound, { numbers: started.notFound.join(', ') })}
            </Span>
          ) : null}
          {started?.cancelled.length ? (
            <Span isBlock ink="warning">
              {t(sentences.cancelledCards, { numbers: started.cancelled.join(', ') })}
            </Span>
          ) : null}
        </Paragraph>
      </Stack>
    </Can>
  );
}
