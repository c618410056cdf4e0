/** An exact decimal: `units` × 10^-`scale`, for unit prices and rates; money never uses floating point. */
export type Decimal = { readonly units: bigint; readonly scale: number };

/** More decimals than any price has; longer texts are refused before parsing. */
const LONGEST = 60;

export const decimal = (units: bigint, scale = 0): Decimal => ({ units, scale });

/** Parses an optional minus, digits, and optional decimals: `12`, `-0.50`. Undefined for anything else (`.5`, `5.`, `1e3`). */
export function parseDecimal(written: string): Decimal | undefined {
  if (written.length > LONGEST || !/^-?\d+(\.\d+)?$/.test(written)) return undefined;
  const [whole = '', places = ''] = written.split('.');
  return { units: BigInt(whole + places), scale: places.length };
}

/** Like `parseDecimal`, for texts known to be decimals: database columns, constants. */
export function decimalOf(written: string | bigint | number): Decimal {
  const parsed = parseDecimal(String(written));
  if (!parsed) throw new RangeError(`Not a decimal: ${written}`);
  return parsed;
}

/** The exact text with trailing zeros: `decimal(150n, 2)` is `1.50`. */
export function decimalText({ units, scale }: Decimal): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right] = aligned(a, b);
  return { units: left + right, scale: Math.max(a.scale, b.scale) };
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/** The product's only rounding: half away from zero, so that a reversal mirrors its charge. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('Division by zero');
  const negative = numerator < 0n !== denominator < 0n;
  const [above, below] = [absolute(numerator), absolute(denominator)];
  const rounded = (2n * above + below) / (2n * below);
  return negative ? -rounded : rounded;
}

/** The decimal rounded half up to a number of places. */
export function roundDecimal(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return { units: value.units * 10n ** BigInt(scale - value.scale), scale };
  return { units: divideHalfUp(value.units, 10n ** BigInt(value.scale - scale)), scale };
}

export const absolute = (n: bigint): bigint => (n < 0n ? -n : n);

function aligned(a: Decimal, b: Decimal): [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale);
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale)];
}
