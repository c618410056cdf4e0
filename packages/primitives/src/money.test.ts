import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absolute, decimalOf } from './decimal.ts';
import {
  addMoney,
  amountRule,
  currencySchema,
  money,
  moneyDecimal,
  moneyText,
  negated,
  parseMoney,
  partOf,
  placesOf,
  splitMoney,
  timesRounded,
} from './money.ts';
import { say } from './text.ts';

const big = fc.bigInt(-(10n ** 18n), 10n ** 18n);

describe('money', () => {
  it('knows how many places a currency has', () => {
    expect(['CNY', 'USD', 'JPY', 'KWD', 'XYZ'].map(placesOf)).toEqual([2, 2, 0, 3, 2]);
  });

  it('is read and written without loss', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 62n), 2n ** 62n), fc.constantFrom('CNY', 'JPY', 'KWD'), (minor, currency) => {
        expect(parseMoney(moneyText(money(minor, currency)), currency)).toEqual(money(minor, currency));
      }),
    );
    expect(moneyText(money(-5n))).toBe('-0.05');
    expect(moneyText(money(1_234n, 'KWD'))).toBe('1.234');
    expect(moneyText(money(1_234n, 'JPY'))).toBe('1234');
    expect(parseMoney('12.5')).toEqual(money(1_250n));
  });

  it('is not read with more places than its currency has, nor beyond the column', () => {
    expect(parseMoney('0.005')).toBeUndefined();
    expect(parseMoney('1.0', 'JPY')).toBeUndefined();
    expect(parseMoney('92233720368547758.07')).toEqual(money(2n ** 63n - 1n));
    expect(parseMoney('92233720368547758.08')).toBeUndefined();
    expect(() => money(1n, 'yuan')).toThrow(RangeError);
  });

  it('adds up in one currency only', () => {
    expect(addMoney([money(1n), money(2n)])).toEqual(money(3n));
    expect(addMoney([], 'USD')).toEqual(money(0n, 'USD'));
    expect(() => addMoney([money(1n), money(1n, 'USD')])).toThrow('USD is not added to CNY');
    expect(negated(money(5n))).toEqual(money(-5n));
  });

  it('is rounded once, on the line', () => {
    // 0.0035 a MB, 1,000 MB: 3.50, where rounding each would make 0.00.
    expect(timesRounded(decimalOf('0.0035'), decimalOf('1000'))).toEqual(money(350n));
    expect(timesRounded(decimalOf('0.005'), decimalOf(1))).toEqual(money(1n));
    expect(timesRounded(moneyDecimal(money(199n)), decimalOf('0.5'))).toEqual(money(100n));
    expect(partOf(money(1_000n), 1n, 3n)).toEqual(money(333n));
  });

  it('splits without losing or making a coin, each part within one of its share', () => {
    const weights = fc
      .array(fc.bigInt(0n, 10n ** 9n), { minLength: 1, maxLength: 40 })
      .filter((all) => all.some((w) => w > 0n));
    fc.assert(
      fc.property(big, weights, (minor, parts) => {
        const split = splitMoney(money(minor, 'USD'), parts);
        const whole = parts.reduce((sum, weight) => sum + weight, 0n);
        expect(addMoney(split)).toEqual(money(minor, 'USD'));
        split.forEach((part, i) => {
          expect(absolute(part.minor * whole - minor * parts[i]!) < whole).toBe(true);
          if (parts[i] === 0n) expect(part.minor).toBe(0n);
        });
        expect(splitMoney(money(-minor, 'USD'), parts)).toEqual(split.map(negated));
      }),
    );
  });

  it('gives coins left over to the largest remainders, then to the first', () => {
    const parts = (minor: bigint, weights: bigint[]) => splitMoney(money(minor), weights).map((part) => part.minor);
    expect(parts(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(parts(10n, [1n, 2n, 2n])).toEqual([2n, 4n, 4n]);
    expect(parts(11n, [1n, 2n, 3n])).toEqual([2n, 4n, 5n]);
    expect(parts(0n, [1n, 2n])).toEqual([0n, 0n]);
    for (const weights of [[], [0n], [1n, -1n], [2n, -1n]]) expect(() => parts(1n, weights)).toThrow(RangeError);
  });
});

describe('the rule of an amount', () => {
  const words = (value: string, currency?: string) => {
    const found = amountRule(currency)(value);
    return found && say(found.text, 'en', found.facts);
  };
  it('takes the places of the currency', () => {
    expect(words('12.50')).toBeUndefined();
    expect(words('-3')).toBeUndefined();
    expect(words('12.505')).toBe('At most 2 decimals');
    expect(words('1.0', 'JPY')).toBe('At most 0 decimals');
    for (const value of ['', 'abc', '1,000.00', '1e3', '9'.repeat(30)]) expect(words(value)).toBe('Invalid amount');
  });
  it('currencies are three capital letters', () => {
    expect(currencySchema.safeParse('CNY').success).toBe(true);
    for (const value of ['cny', 'CN', 'CNYY', '']) expect(currencySchema.safeParse(value).success).toBe(false);
  });
});
