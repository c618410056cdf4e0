import { setCredit } from '@cardinal/contract/api/customerAccounts/terms.ts';
import { readCustomer } from '@cardinal/contract/api/customers/customers.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { useReadAnew } from '../../../kit/useReadAnew.ts';

const words = {
  title: text('{name} 的信用额度', 'Credit limit of {name}'),
  note: text(
    '余额最多可低至负的信用额度。上级为其担保：下级的欠款占用上级的可用额度。',
    'The balance may fall to minus the limit. The parent backs it: what the customer owes counts against what the parent can spend.',
  ),
  saved: text('信用额度已设置', 'Credit limit set'),
};

/** How far a customer's balance may fall below zero. */
export default function CreditForm(props: { id: string; onClose: () => void }) {
  const t = useText();
  const customer = useReadAnew(readCustomer, { id: props.id });
  if (!customer) return null;
  const { currency, creditLimit } = customer;
  return (
    <FormDrawer
      endpoint={setCredit}
      title={t(words.title, { name: customer.name })}
      intro={t(words.note)}
      initial={{ customerId: customer.id, credit: moneyText(money(BigInt(creditLimit ?? 0), currency)) }}
      fields={[
        { name: 'credit', kind: 'decimal', label: moneyWords.creditLimit, unit: { zh: currency, en: currency } },
      ]}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
