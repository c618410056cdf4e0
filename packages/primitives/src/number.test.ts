import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type NumberOptions, numberRule, numberSchema, numberTextSchema } from './number.ts';
import { say } from './text.ts';

const words = (options: NumberOptions, value: string | number, language: 'zh_CN' | 'en' = 'en') => {
  const found = numberRule(options)(value);
  return found && say(found.text, language, found.facts);
};

describe('the number rule', () => {
  it('asks to enter something unless it is optional', () => {
    expect(words({}, '', 'zh_CN')).toBe('请输入内容');
    expect(words({ required: false }, '')).toBeUndefined();
    expect(words({ required: false }, 'x')).toBeDefined();
  });

  it('takes digits only in integer mode', () => {
    for (const value of ['0', '007', '42', 42]) expect(words({}, value), String(value)).toBeUndefined();
    for (const value of ['1.0', '-1', '+1', '1e3', ' 1', '１', '0x1', 'a', 1.5, -1, 1e21, Number.NaN]) {
      expect(words({}, value), String(value)).toBe('Enter a positive integer');
    }
    expect(words({}, 'a', 'zh_CN')).toBe('请输入正整数');
  });

  it('takes digits and a dot, never first, in decimal mode', () => {
    const mode = { mode: 'decimal' } as const;
    for (const value of ['0', '0.5', '12.34', '1.00', 0.1]) expect(words(mode, value), String(value)).toBeUndefined();
    for (const value of ['.5', '5.', '.', '1.2.3', '-0.5', '1,5', '1e3']) {
      expect(words(mode, value), value).toBe('Enter an integer or up to two decimals');
    }
    expect(words(mode, '.5', 'zh_CN')).toBe('请输入整数或最多两位小数');
    expect(words({ ...mode, decimals: 3 }, '.5', 'zh_CN')).toBe('请输入整数或最多 3 位小数');
  });

  it('calls more decimals a wrong size', () => {
    expect(words({ mode: 'decimal' }, '1.234')).toBe('Wrong size: at most two decimals');
    expect(words({ mode: 'decimal' }, 0.1 + 0.2)).toBe('Wrong size: at most two decimals');
    expect(words({ mode: 'decimal' }, '1.200')).toBeDefined();
    expect(words({ mode: 'decimal', decimals: 3 }, '1.234')).toBeUndefined();
    expect(words({ mode: 'decimal', decimals: 0 }, '1.0')).toBeDefined();
  });

  it('bounds: 0 included and 1e8 excluded unless told otherwise', () => {
    expect(words({}, '99999999')).toBeUndefined();
    expect(words({}, '100000000')).toBe('Wrong size: must be at least 0 and below 100000000');
    expect(words({ mode: 'decimal' }, '99999999.99')).toBeUndefined();
    expect(words({ fixedMax: true }, '100000000')).toBeUndefined();
    expect(words({ fixedMax: true }, '100000001')).toBe('Wrong size: must be from 0 to 100000000');
    expect(words({ min: 1 }, '0')).toBeDefined();
    expect(words({ min: 1 }, '1')).toBeUndefined();
    expect(words({ max: 200 }, '200')).toBeDefined();
    expect(words({ max: 200 }, '199')).toBeUndefined();
  });

  it('compares exactly, where a float would not see the difference', () => {
    const options = { mode: 'decimal', decimals: 12 } as const;
    expect(words(options, '99999999.999999999999')).toBeUndefined();
    expect(words({ ...options, max: 1, fixedMax: true }, '1.000000000001')).toBeDefined();
  });

  it('reads no number longer than any bound', () => {
    expect(words({}, '9'.repeat(1_000_000))).toMatch(/^Wrong size/);
  });

  it('agrees with arithmetic', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 100 }),
        fc.boolean(),
        (value, min, fixedMax) => {
          const inside = value >= min && (fixedMax ? value <= 200 : value < 200);
          expect(numberRule({ min, max: 200, fixedMax })(value) === undefined).toBe(inside);
        },
      ),
    );
  });
});

describe('the number schemas', () => {
  it('take JSON numbers, or text where exact decimals are kept', () => {
    expect(numberSchema().parse(5)).toBe(5);
    expect(numberSchema().safeParse('5').success).toBe(false);
    expect(numberSchema().safeParse(1e8).success).toBe(false);
    expect(numberTextSchema({ mode: 'decimal' }).parse('5.50')).toBe('5.50');
    expect(numberTextSchema().safeParse('5.5').success).toBe(false);
  });

  it('tell the API document their bounds', () => {
    expect(z.toJSONSchema(numberSchema({ min: 1 }))).toMatchObject({
      type: 'integer',
      minimum: 1,
      exclusiveMaximum: 1e8,
    });
    expect(z.toJSONSchema(numberSchema({ mode: 'decimal', max: 9, fixedMax: true }))).toMatchObject({
      type: 'number',
      maximum: 9,
    });
  });
});
