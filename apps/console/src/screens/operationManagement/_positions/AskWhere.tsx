import { MOST_LOOKED_UP } from '@cardinal/contract/api/cards/onlineLookups.ts';
import { locateCards } from '@cardinal/contract/api/cards/positioning.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { Can } from '../../../shell/Can.tsx';
import '../_online/askOnline.css';

const words = {
  numbers: text('卡号', 'Card numbers'),
  placeholder: text(
    '粘贴 ICCID、业务号码、IMSI、IMEI 或 EID，最多 {max} 张',
    'Paste ICCIDs, numbers, IMSIs, IMEIs or EIDs, up to {max}',
  ),
  purpose: text('用途（必填，2-255 个字符，会留存）', 'Purpose (required, 2-255 characters, kept for good)'),
  ask: text('定位', 'Locate'),
  cost: text(
    '每张卡占用运营商一次位置查询；查询人、用途和卡号会留存',
    "Each card takes one of the carrier's location queries; who asked, why and which card is kept",
  ),
  missing: text('卡不存在：{numbers}', 'Card not found: {numbers}'),
  cancelled: text('已销户，未查询：{numbers}', 'Cancelled, not asked: {numbers}'),
  notAuthorized: text('客户未授权定位，未查询：{numbers}', 'Not authorised by the customer, not asked: {numbers}'),
  all: text('查看全部记录', 'Show all queries'),
};

/** Which cards, and why: without a purpose nothing is asked. */
export function AskWhere(props: {
  /** The list shows one query or one track only. */
  isOne: boolean;
  onStarted: (taskId: string | undefined) => void;
}) {
  const t = useText();
  const [numbers, setNumbers] = useState('');
  const [purpose, setPurpose] = useState('');
  const [started, setStarted] = useState<AnswerOf<typeof locateCards>>();
  const starting = useChange(locateCards);
  const isReady = numbers.trim() !== '' && purpose.trim().length >= 2;
  const ask = async () => {
    const answer = await starting.run({ body: { numbers, purpose: purpose.trim() } });
    if (!answer) return;
    setStarted(answer);
    props.onStarted(answer.taskId);
  };
  const left = started
    ? ([
        [words.missing, started.notFound],
        [words.cancelled, started.cancelled],
        [words.notAuthorized, started.notAuthorized],
      ] as const)
    : [];
  return (
    <Can call={locateCards}>
      <form
        className="ask-online"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <Input.TextArea
          aria-label={t(words.numbers)}
          placeholder={t(words.placeholder, { max: MOST_LOOKED_UP })}
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={8_000}
          spellCheck={false}
          value={numbers}
          onChange={(event) => setNumbers(event.target.value)}
        />
        <div className="ask-online-which">
          <Input
            aria-label={t(words.purpose)}
            placeholder={t(words.purpose)}
            maxLength={255}
            value={purpose}
            onChange={(event) => setPurpose(event.target.value)}
          />
          <Button type="primary" htmlType="submit" disabled={!isReady} loading={starting.isRunning}>
            {t(words.ask)}
          </Button>
        </div>
        <p className="ask-online-note" role="status">
          {t(words.cost)}
          {left.map(([sentence, some]) =>
            some.length > 0 ? (
              <span key={sentence.en} className="ask-online-missing">
                {t(sentence, { numbers: some.join(', ') })}
              </span>
            ) : null,
          )}
          {props.isOne ? (
            <button type="button" className="link-button" onClick={() => props.onStarted(undefined)}>
              {t(words.all)}
            </button>
          ) : null}
        </p>
      </form>
    </Can>
  );
}
