import { readFreeAmounts, setFreeAmount } from '@cardinal/contract/api/cardRecharges/tiers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useState } from 'react';
import { typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { AccountRules } from '../../../parts/publicAccounts/AccountRules.tsx';
import { tierWords } from './tierWords.ts';

const words = {
  note: text(
    '打开后，公众号用户除档位外还可以自己填写金额。自由金额不赠送。',
    'Where it is on, users of the account may also enter an amount of their own. Nothing is added to it.',
  ),
  rule: text('{least} 至 {most}，每档 {step} {currency}', '{least} to {most} in steps of {step} {currency}'),
  off: text('未开放', 'Off'),
  title: text('自由金额 {name}', 'Free amounts of {name}'),
  isOn: text('开放自由金额', 'Take free amounts'),
  least: text('最低金额', 'Least'),
  most: text('最高金额', 'Most'),
  step: text('步长', 'Step'),
  stepHelp: text('金额从最低起按步长递增', 'Amounts go up from the least in these steps'),
  saved: text('自由金额已保存', 'Free amounts saved'),
};

type Rule = AnswerOf<typeof readFreeAmounts>['rules'][number];
const asTyped = ({ accountId, version, isOn, least, most, step }: Rule) => ({
  accountId,
  version,
  isOn: version === 0 ? true : isOn,
  least: typedAmount(least),
  most: typedAmount(most),
  step: typedAmount(step),
});

/** Which accounts take any amount, within which bounds. */
export default function FreeAmounts({ onClose }: { onClose: () => void }) {
  const t = useText();
  const state = useRead(readFreeAmounts, {});
  const [editedId, setEdited] = useState<string>();
  const edited = state.data?.rules.find(({ accountId }) => accountId === editedId);
  const said = ({ isOn, currency, ...rule }: Rule) => {
    const amount = (minor: string) => moneyAmount(minor, currency);
    const { least, most, step } = rule;
    return isOn
      ? t(words.rule, { least: amount(least), most: amount(most), step: amount(step), currency })
      : t(words.off);
  };
  return (
    <AccountRules
      title={tierWords.free}
      note={words.note}
      state={state}
      said={said}
      call={setFreeAmount}
      onEdit={setEdited}
      onClose={onClose}
    >
      {edited ? (
        <FormDrawer
          endpoint={setFreeAmount}
          title={t(words.title, { name: edited.accountName })}
          initial={asTyped(edited)}
          anew={async () => {
            const { rules } = await readAgain(readFreeAmounts);
            const now = rules.find(({ accountId }) => accountId === edited.accountId);
            return now && asTyped(now);
          }}
          fields={[
            { name: 'isOn', kind: 'flag', label: words.isOn },
            { name: 'least', kind: 'decimal', label: words.least },
            { name: 'most', kind: 'decimal', label: words.most },
            { name: 'step', kind: 'decimal', label: words.step, help: words.stepHelp },
          ]}
          done={t(words.saved)}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </AccountRules>
  );
}
