import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  absolute,
  addDecimals,
  compareDecimals,
  decimal,
  decimalOf,
  decimalText,
  divideHalfUp,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
} from './decimal.ts';

const big = fc.bigInt(-(10n ** 18n), 10n ** 18n);
const decimals = fc.record({ units: big, scale: fc.nat(8) });

describe('exact decimals', () => {
  it('are read and written without loss', () => {
    fc.assert(
      fc.property(decimals, (one) => {
        expect(decimalOf(decimalText(one))).toEqual(one);
      }),
    );
    expect(decimalText(decimal(-5n, 2))).toBe('-0.05');
    expect(decimalText(decimal(150n, 2))).toBe('1.50');
    expect(decimalText(decimal(0n, 1))).toBe('0.0');
  });

  it.each(['', '.5', '5.', '1e3', '+1', '--1', ' 1', '1 ', '0x10', 'NaN', '1.2.3', '１', '9'.repeat(61)])(
    'are not read from «%s»',
    (written) => {
      expect(parseDecimal(written)).toBeUndefined();
      expect(() => decimalOf(written)).toThrow(RangeError);
    },
  );

  it('compare, add and multiply as fractions do', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const over = (one: typeof a) => one.units * 10n ** BigInt(16 - one.scale);
        expect(compareDecimals(a, b)).toBe(over(a) < over(b) ? -1 : over(a) > over(b) ? 1 : 0);
        expect(over(addDecimals(a, b))).toBe(over(a) + over(b));
        const product = multiplyDecimals(a, b);
        expect(product.units * 10n ** BigInt(32 - product.scale)).toBe(over(a) * over(b));
      }),
    );
  });

  it.each([
    [5n, 10n, 1n],
    [4n, 10n, 0n],
    [15n, 10n, 2n],
    [-5n, 10n, -1n],
    [-4n, 10n, 0n],
    [5n, -10n, -1n],
    [-5n, -10n, 1n],
    [7n, 7n, 1n],
    [0n, 3n, 0n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
  ])('%s / %s rounds to %s', (above, below, rounded) => expect(divideHalfUp(above, below)).toBe(rounded));

  it('round to the nearest, halves away from zero, alike on both sides of zero', () => {
    fc.assert(
      fc.property(big, fc.bigInt(1n, 10n ** 9n), (above, below) => {
        const rounded = divideHalfUp(above, below);
        const off = absolute(2n * (rounded * below - above));
        expect(off <= below).toBe(true);
        if (off === below) expect(absolute(rounded) * below > absolute(above)).toBe(true);
        expect(divideHalfUp(-above, below)).toBe(-rounded);
      }),
    );
    expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError);
  });

  it('gain zeros when rounded to more places', () => {
    expect(roundDecimal(decimalOf('1.5'), 3)).toEqual(decimal(1_500n, 3));
    expect(roundDecimal(decimalOf('1.255'), 2)).toEqual(decimal(126n, 2));
    expect(roundDecimal(decimalOf('-1.255'), 2)).toEqual(decimal(-126n, 2));
  });
});
