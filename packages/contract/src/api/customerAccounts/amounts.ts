import { amountRule, type Money, moneyText, parseMoney } from '@cardinal/primitives/money.ts';
import { type Problem, problem, type Rule, ruled } from '@cardinal/primitives/problem.ts';
import * as z from 'zod';
import { Refused } from '../../framework/refusal.ts';
import { invalid } from '../../framework/standardRefusals.ts';

/** The largest amount a form takes, in the currency's main unit. */
const MOST = '100000000';

const tooSmall: Problem = problem('金额不能小于 {least}', 'At least {least}');
const tooLarge: Problem = problem('金额不能大于 {most}', 'At most {most}');

/** A typed or sent amount in a currency, from nothing or its smallest unit up to a hundred million. */
export function sentAmountRule(least: 'zero' | 'smallest', currency?: string): Rule<string> {
  return (value) => {
    const wrong = amountRule(currency)(value);
    if (wrong) return wrong;
    const amount = parseMoney(value, currency);
    const most = parseMoney(MOST, currency);
    if (!amount || !most) return undefined;
    const lowest = least === 'zero' ? 0n : 1n;
    if (amount.minor < lowest)
      return { ...tooSmall, facts: { least: moneyText({ minor: lowest, currency: amount.currency }) } };
    return amount.minor > most.minor ? { ...tooLarge, facts: { most: moneyText(most) } } : undefined;
  };
}

/**
 * An amount in a request: a decimal of the customer's currency, `12.50`. The server judges it again with the decimals of that
 * currency.
 */
export const sentAmountSchema = (least: 'zero' | 'smallest') =>
  z
    .string()
    .check(ruled(sentAmountRule(least)))
    .meta({ examples: ['500.00'] });

/** A sent amount in the customer's currency; refused at its field where it has more decimals or is out of bounds. */
export function sentAmount(field: string, written: string, currency: string, least: 'zero' | 'smallest'): Money {
  const wrong = sentAmountRule(least, currency)(written);
  const amount = parseMoney(written, currency);
  if (wrong || !amount) throw new Refused(invalid, {}, wrong ? [{ field, ...wrong }] : []);
  return amount;
}
