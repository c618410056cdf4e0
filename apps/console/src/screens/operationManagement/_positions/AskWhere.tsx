import { MOST_LOOKED_UP } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import { locateCards, previewLocation } from '@cardinal/contract/api/cardLookups/positioning.ts';
import { tagOptions } from '@cardinal/contract/api/cards/tags.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Button, Input, Segmented, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { useRead } from '../../../kit/useRead.ts';
import { Can } from '../../../shell/Can.tsx';

const words = {
  byTag: text('标签', 'Tag'),
  tag: text('选择标签，定位其下全部卡（最多 {max} 张）', 'Select a tag to locate all its cards (up to {max})'),
  asks: text('将查询 {n} 张卡', '{n} {n|card|cards} will be asked about'),
  calls: text(
    '{carrier}：{cards} 张，{calls} 次调用，今日剩余 {left} 次',
    '{carrier}: {cards} {cards|card|cards}, {calls} {calls|call|calls}, {left} left today',
  ),
  callsOnly: text(
    '{carrier}：{cards} 张，{calls} 次调用，无每日上限',
    '{carrier}: {cards} {cards|card|cards}, {calls} {calls|call|calls}, no daily limit',
  ),
  notOffered: text(
    '{carrier}：{cards} 张，通道不提供定位',
    '{carrier}: {cards} {cards|card|cards}, location not supported',
  ),
  placeholder: text(
    '粘贴 ICCID、业务号码、IMSI、IMEI 或 EID，最多 {max} 张',
    'Paste up to {max} ICCIDs, business numbers, IMSIs, IMEIs or EIDs',
  ),
  ask: text('定位', 'Locate'),
  cost: text(
    '每张卡占用运营商一次位置查询；查询人、用途和卡号会留存',
    "Each card takes one of the carrier's location queries; who asked, why and which card is kept",
  ),
  notAuthorized: text('客户未授权定位，未查询：{numbers}', 'No customer consent, not queried: {numbers}'),
  all: text('查看全部记录', 'View all queries'),
};

const REST_MS = 500;

/** The debounced input: no call for every keystroke. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

/** The cards and the purpose, which is required, with the cost beforehand. */
export function AskWhere(props: {
  /** The list shows one query or one track only. */
  isOne: boolean;
  onStarted: (taskId: string | undefined) => void;
}) {
  const t = useText();
  const [by, setBy] = useState<'numbers' | 'tag'>('numbers');
  const [tagId, setTagId] = useState<string>();
  const [numbers, setNumbers] = useState('');
  const [purpose, setPurpose] = useState('');
  const tags = useRead(tagOptions, {}, { enabled: by === 'tag', isSilent: false });
  const [started, setStarted] = useState<AnswerOf<typeof locateCards>>();
  const starting = useChange(locateCards);
  const which = by === 'tag' ? { tagId } : { numbers };
  const isChosen = by === 'tag' ? tagId !== undefined : numbers.trim() !== '';
  const settled = useSettled(isChosen ? JSON.stringify(which) : '');
  const preview = useRead(previewLocation, settled !== '' && JSON.parse(settled), { retry: false });
  const isNobody = preview.data?.cards === 0;
  const isReady = isChosen && purpose.trim().length >= 2 && !isNobody;
  const ask = async () => {
    const answer = await starting.run({ body: { ...which, purpose: purpose.trim() } });
    if (!answer) return;
    setStarted(answer);
    props.onStarted(answer.taskId);
  };
  const told = isChosen ? preview.data : started;
  const left = told
    ? ([
        [sentences.cardsNotFound, told.notFound],
        [sentences.cancelledCards, told.cancelled],
        [words.notAuthorized, told.notAuthorized],
      ] as const)
    : [];
  return (
    <Can call={locateCards}>
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
              { value: 'numbers' as const, label: t(nouns.numberList) },
              { value: 'tag' as const, label: t(words.byTag) },
            ]}
          />
        </Inline>
        {by === 'tag' ? (
          <Select
            allowClear
            aria-label={t(words.byTag)}
            placeholder={t(words.tag, { max: MOST_LOOKED_UP })}
            showSearch={{ optionFilterProp: 'label' }}
            loading={tags.isPending}
            value={tagId}
            options={(tags.data ?? []).map((tag) => ({ value: tag.id, label: tag.name }))}
            onChange={setTagId}
          />
        ) : (
          <Input.TextArea
            aria-label={t(nouns.cardNumbers)}
            placeholder={t(words.placeholder, { max: MOST_LOOKED_UP })}
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={8_000}
            spellCheck={false}
            value={numbers}
            onChange={(event) => setNumbers(event.target.value)}
          />
        )}
        <Inline align="start" isOneLine>
          <Input
            aria-label={t(sentences.purposeRetained)}
            placeholder={t(sentences.purposeRetained)}
            maxLength={255}
            value={purpose}
            onChange={(event) => setPurpose(event.target.value)}
          />
          <Button type="primary" htmlType="submit" disabled={!isReady} loading={starting.isRunning}>
            {t(words.ask)}
          </Button>
        </Inline>
        <Paragraph ink="secondary" size="m" role="status">
          {preview.data && isChosen ? (
            <Inline as="span" gap="l">
              <b>{t(words.asks, { n: countAmount(preview.data.cards) })}</b>
              {preview.data.carriers.map((each) => (
                <span key={`${each.platform} ${each.cards} ${each.callsLeft}`}>
                  {t(!each.isOffered ? words.notOffered : each.callsLeft === null ? words.callsOnly : words.calls, {
                    carrier: t(Platform.labelOf(each.platform)),
                    cards: countAmount(each.cards),
                    calls: countAmount(each.calls),
                    left: countAmount(each.callsLeft ?? 0),
                  })}
                </span>
              ))}
            </Inline>
          ) : preview.error && isChosen ? (
            <Span isBlock ink="warning">
              {preview.error.message}
            </Span>
          ) : null}
          {t(words.cost)}
          {left.map(([sentence, some]) =>
            some.length > 0 ? (
              <Span key={sentence.en} isBlock ink="warning">
                {t(sentence, { numbers: some.join(', ') })}
              </Span>
            ) : null,
          )}
          {props.isOne ? <TextButton onClick={() => props.onStarted(undefined)}>{t(words.all)}</TextButton> : null}
        </Paragraph>
      </Stack>
    </Can>
  );
}
