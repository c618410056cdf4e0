import type { customerMoneySchema } from '@cardinal/contract/api/customerAccounts/terms.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { Money } from '@cardinal/ui/Quantity.tsx';
import type * as z from 'zod';
import { FactsList } from '../../kit/FactsList.tsx';

/** What a customer has and may spend. */
export function MoneyFacts(props: { money: z.output<typeof customerMoneySchema>; creditUsed?: string }) {
  const { currency, ...money } = props.money;
  const shown = (minor: string) => <Money minor={minor} currency={currency} showCurrency />;
  return (
    <FactsList
      facts={[
        { label: moneyWords.balance, value: shown(money.balance) },
        { label: moneyWords.creditLimit, value: shown(money.creditLimit) },
        ...(props.creditUsed === undefined ? [] : [{ label: moneyWords.creditUsed, value: shown(props.creditUsed) }]),
        { label: moneyWords.spendable, value: shown(money.spendable) },
        { label: moneyWords.frozen, value: shown(money.frozen) },
        { label: moneyWords.profit, value: shown(money.profit) },
      ]}
    />
  );
}
