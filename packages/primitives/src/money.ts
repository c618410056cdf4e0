import * as z from 'zod';
import {
  absolute,
  type Decimal,
  decimalText,
  divideHalfUp,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
} from './decimal.ts';
import { type Problem, problem, type Rule, ruled } from './problem.ts';

/** An amount in minor units of its currency (fen, cents). */
export type Money = { readonly minor: bigint; readonly currency: string };

export const CNY = 'CNY';

/** Currencies whose minor unit is not a hundredth (ISO 4217). */
const PLACES: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
};

/** The largest amount an int8 column holds. */
const MAX_MINOR = 2n ** 63n - 1n;

/** The number of decimals of a currency. */
export const placesOf = (currency: string): number => PLACES[currency] ?? 2;

export function money(minor: bigint, currency: string = CNY): Money {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`Not a currency: ${currency}`);
  return { minor, currency };
}

/** Parses `12.50` in a currency. Excess decimals are refused, never rounded. */
export function parseMoney(written: string, currency: string = CNY): Money | undefined {
  const parsed = parseDecimal(written);
  if (!parsed || parsed.scale > placesOf(currency)) return undefined;
  const { units } = roundDecimal(parsed, placesOf(currency));
  return absolute(units) > MAX_MINOR ? undefined : money(units, currency);
}

/** `12.50`: all decimals of the currency, without separators and currency sign; for sheets and requests. */
export const moneyText = ({ minor, currency }: Money): string =>
  decimalText({ units: minor, scale: placesOf(currency) });

/** The amount as an exact decimal of the currency's main unit. */
export const moneyDecimal = ({ minor, currency }: Money): Decimal => ({ units: minor, scale: placesOf(currency) });

/** The sum; zero in the given currency for no amounts. Different currencies are never added. */
export function addMoney(amounts: Iterable<Money>, currency: string = CNY): Money {
  let minor = 0n;
  let sumCurrency: string | undefined;
  for (const amount of amounts) {
    sumCurrency ??= amount.currency;
    if (amount.currency !== sumCurrency) throw new RangeError(`${amount.currency} is not added to ${sumCurrency}`);
    minor += amount.minor;
  }
  return { minor, currency: sumCurrency ?? currency };
}

export const negated = ({ minor, currency }: Money): Money => ({ minor: -minor, currency });

/** Price × quantity, or amount × rate, rounded half up once to the minor unit: the posted amount. */
export function timesRounded(price: Decimal, quantity: Decimal, currency: string = CNY): Money {
  return money(roundDecimal(multiplyDecimals(price, quantity), placesOf(currency)).units, currency);
}

/** An amount's part `of / whole`, rounded half up once: the unused days of a month. */
export function partOf(amount: Money, of: bigint, whole: bigint): Money {
  return { minor: divideHalfUp(amount.minor * of, whole), currency: amount.currency };
}

/**
 * Splits an amount by weights. The parts always add up to the amount, each within one minor unit of its exact share, and a part
 * of weight zero is zero. Leftover units go to the largest remainders, among equals to the first.
 */
export function splitMoney(amount: Money, weights: readonly bigint[]): Money[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole <= 0n || weights.some((weight) => weight < 0n)) throw new RangeError('Weights must be positive in sum');
  const sign = amount.minor < 0n ? -1n : 1n;
  const total = absolute(amount.minor);
  const shares = weights.map((weight, index) => {
    const exact = total * weight;
    return { index, coins: exact / whole, remainder: exact % whole };
  });
  let left = total - shares.reduce((sum, share) => sum + share.coins, 0n);
  const byRemainder = [...shares].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const share of byRemainder) {
    if (left === 0n) break;
    share.coins += 1n;
    left -= 1n;
  }
  return shares.map((share) => ({ minor: sign * share.coins, currency: amount.currency }));
}

const notACurrency: Problem = problem('币种代码应为三个大写字母', 'Currency code must be three capital letters');
export const currencyRule: Rule<string> = (value) => (/^[A-Z]{3}$/.test(value) ? undefined : notACurrency);
export const currencySchema = z
  .string()
  .check(ruled(currencyRule))
  .meta({ pattern: '^[A-Z]{3}$', examples: [CNY] });

const notAnAmount: Problem = problem('金额格式不正确', 'Invalid amount');
const tooPrecise: Problem = problem('金额最多 {places} 位小数', 'At most {places} decimals');

/** A typed or sent amount: a decimal with at most the currency's decimals. May be negative. */
export function amountRule(currency: string = CNY): Rule<string> {
  return (value) => {
    if (parseMoney(value, currency)) return undefined;
    const parsed = parseDecimal(value);
    const places = placesOf(currency);
    return parsed && parsed.scale > places ? { ...tooPrecise, facts: { places } } : notAnAmount;
  };
}
export const amountSchema = (currency: string = CNY) => z.string().check(ruled(amountRule(currency)));
