import { sentAmountRule } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Money, parseMoney } from '@cardinal/primitives/money.ts';

/** A sent amount in the customer's currency; refused at its field where it has more decimals or is out of bounds. */
export function sentAmount(field: string, written: string, currency: string, least: 'zero' | 'smallest'): Money {
  const wrong = sentAmountRule(least, currency)(written);
  const amount = parseMoney(written, currency);
  if (wrong || !amount) throw new Refused(invalid, {}, wrong ? [{ field, ...wrong }] : []);
  return amount;
}
