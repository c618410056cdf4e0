import * as z from 'zod';
import { compareDecimals, decimalOf, parseDecimal } from './decimal.ts';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { missing } from './string.ts';
import { type Text, text } from './text.ts';

export type NumberOptions = {
  /** `integer` takes digits only, `decimal` digits and a dot. */
  mode?: 'integer' | 'decimal';
  /** Inclusive lower bound; 0 by default. */
  min?: number;
  /** Exclusive upper bound, inclusive with `fixedMax`; 1e8 by default. */
  max?: number;
  /** The upper bound is inclusive. */
  fixedMax?: boolean;
  /** Maximum of decimals in decimal mode; 2 by default. */
  decimals?: number;
  /** Empty passes if false; true by default. */
  required?: boolean;
};

/** The default bound of number fields. */
export const NUMBER_MAX = 1e8;
const DECIMALS = 2;
/** Longer numbers exceed every bound and are not parsed. */
const LONGEST = 40;

export const positiveInteger: Problem = problem('请输入正整数', 'Enter a positive integer');

/** The rule of a number field, for typed and sent values. */
export function numberRule(options: NumberOptions = {}): Rule<string | number> {
  const {
    mode = 'integer',
    min = 0,
    max = NUMBER_MAX,
    fixedMax = false,
    decimals = DECIMALS,
    required = true,
  } = options;
  const [low, high] = [decimalOf(min), decimalOf(max)];
  const form =
    mode === 'integer'
      ? positiveInteger
      : problem('请输入整数或最多{places}位小数', 'Enter an integer or up to {places} decimals', {
          places: placesText(decimals),
        });
  const tooPrecise = problem('大小不正确：最多{places}位小数', 'Wrong size: at most {places} decimals', {
    places: placesText(decimals),
  });
  const outside = fixedMax
    ? problem('大小不正确：应在 {min} 到 {max} 之间', 'Wrong size: must be from {min} to {max}', { min, max })
    : problem('大小不正确：应不小于 {min} 且小于 {max}', 'Wrong size: must be at least {min} and below {max}', {
        min,
        max,
      });
  return (value) => {
    const written = String(value);
    if (written === '') return required ? missing : undefined;
    if (!(mode === 'integer' ? /^\d+$/ : /^\d+(\.\d+)?$/).test(written)) return form;
    const places = written.length - (written.indexOf('.') + 1 || written.length);
    if (places > decimals) return tooPrecise;
    const exact = written.length > LONGEST ? undefined : parseDecimal(written);
    if (!exact || compareDecimals(exact, low) < 0) return outside;
    const against = compareDecimals(exact, high);
    return against < 0 || (fixedMax && against === 0) ? undefined : outside;
  };
}

/** A number in a request; JSON numbers only, so that `1e8` and `100000000` are one value. */
export function numberSchema(options: NumberOptions = {}) {
  const { mode = 'integer', min = 0, max = NUMBER_MAX, fixedMax = false } = options;
  const bound = fixedMax ? { maximum: max } : { exclusiveMaximum: max };
  return z
    .number()
    .check(ruled<number>(numberRule(options)))
    .meta({ type: mode === 'integer' ? 'integer' : 'number', minimum: min, ...bound });
}

/** A number kept as text: exact decimals, query strings, sheet cells. */
export function numberTextSchema(options: NumberOptions = {}) {
  return z.string().check(ruled<string>(numberRule(options)));
}

function placesText(decimals: number): Text {
  return decimals === 2 ? text('两', 'two') : text(` ${decimals} `, String(decimals));
}
