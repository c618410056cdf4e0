import { type Decimal, decimalOf } from './decimal.ts';
import { type Money, moneyDecimal, timesRounded } from './money.ts';
import { numberRule, numberTextSchema } from './number.ts';
import type { Rule } from './problem.ts';

/** A discount in tenths (折): 9.5 means 95 % of the price. 1 and 9.99 inclusive. */
const FOLDS = { mode: 'decimal', min: 1, max: 9.99, fixedMax: true, decimals: 2 } as const;

export const discountRule: Rule<string | number> = numberRule(FOLDS);
export const discountSchema = numberTextSchema(FOLDS);

/** What is left to pay, rounded half up once. */
export function discounted(price: Money, folds: string | Decimal): Money {
  const { units, scale } = typeof folds === 'string' ? decimalOf(folds) : folds;
  return timesRounded(moneyDecimal(price), { units, scale: scale + 1 }, price.currency);
}
