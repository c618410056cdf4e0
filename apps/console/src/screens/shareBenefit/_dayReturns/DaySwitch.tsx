import { readDaySwitch, setDaySwitch } from '@cardinal/contract/api/dayReturns/switches.ts';
import { DayReturnState } from '@cardinal/contract/enumerations/dayReturn.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  title: text('日返', 'Day return'),
  note: text(
    '每晚把可提现分润自动提现到默认收款账户；限额、手续费、审核与手动提现相同。',
    'Each night what is withdrawable is cashed out to the default account, by the rules of asking by hand.',
  ),
  off: text('未开启。', 'Off.'),
  on: text(
    '每天 {hour}:00 自动提现，不足 {least} {currency} 并入次日。下次：',
    'Every day at {hour}:00; below {least} {currency} it is carried over. Next:',
  ),
  last: text('上次（{day}）：{state}，{amount} {currency}。', 'Last ({day}): {state}, {amount} {currency}.'),
  isOn: text('每晚自动提现', 'Cash out each night'),
  least: text('最低金额', 'Minimum'),
  leastHelp: text('不足时并入次日。', 'Less is carried to the next night.'),
  hour: text('时刻（0–23 点，北京时间）', 'Hour (0–23, China)'),
  saved: text('日返设置已保存', 'Day return saved'),
};
type Setting = AnswerOf<typeof readDaySwitch>;

const valuesOf = ({ version, isOn, least, hour, currency }: Setting) => ({
  version,
  isOn,
  least: moneyText(money(BigInt(least), currency)),
  hour,
});

/** Whether one's profit is cashed out each night. */
export function DaySwitch() {
  const t = useText();
  const [isEditing, setIsEditing] = useState(false);
  const { data } = useRead(readDaySwitch, {});
  if (!data?.isOffered) return null;
  const { currency, last } = data;
  return (
    <div>
      <Inline justify="between">
        <Heading>{t(words.title)}</Heading>
        <CallButton call={setDaySwitch} onClick={() => setIsEditing(true)}>
          {t(verbs.edit)}
        </CallButton>
      </Inline>
      <Paragraph ink="secondary">{t(words.note)}</Paragraph>
      <Paragraph>
        {data.nextAt ? (
          <>
            {t(words.on, { hour: data.hour, least: moneyAmount(data.least, currency), currency })}{' '}
            <TimeText at={data.nextAt} />
          </>
        ) : (
          t(words.off)
        )}
      </Paragraph>
      {last ? (
        <Paragraph>
          {t(words.last, {
            day: last.day,
            state: DayReturnState.labelOf(last.state),
            amount: moneyAmount(last.amount, currency),
            currency,
          })}{' '}
          {last.why}
        </Paragraph>
      ) : null}
      {isEditing ? (
        <FormDrawer
          endpoint={setDaySwitch}
          title={t(words.title)}
          intro={t(words.note)}
          initial={valuesOf(data)}
          anew={async () => valuesOf(await readAgain(readDaySwitch))}
          fields={[
            { name: 'isOn', kind: 'flag', label: words.isOn },
            { name: 'least', kind: 'decimal', label: words.least, help: words.leastHelp },
            { name: 'hour', kind: 'integer', label: words.hour },
          ]}
          done={t(words.saved)}
          onClose={() => setIsEditing(false)}
        />
      ) : null}
    </div>
  );
}
