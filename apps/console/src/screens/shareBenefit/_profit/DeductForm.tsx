import { spendProfit } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';

const words = {
  title: text('分润转入余额', 'Move profit to the balance'),
  note: text(
    '可提现 {amount} {currency}。立即到账，无手续费；转入余额后不能再提现。',
    '{amount} {currency} can be moved, at once and without a fee. What is on the balance cannot be withdrawn any more.',
  ),
  done: text('已转入余额', 'Moved to the balance'),
};

/** How much of the usable profit becomes balance. */
export default function DeductForm(props: { of: { currency: string; profit: string }; onClose: () => void }) {
  const t = useText();
  const { currency, profit } = props.of;
  const amount = moneyText(money(BigInt(profit), currency));
  return (
    <FormDrawer
      endpoint={spendProfit}
      title={t(words.title)}
      intro={t(words.note, { amount, currency })}
      initial={{ currency, amount }}
      fields={[{ name: 'amount', kind: 'decimal', label: moneyWords.amount, unit: { zh: currency, en: currency } }]}
      submit={words.title}
      done={t(words.done)}
      onClose={props.onClose}
    />
  );
}
