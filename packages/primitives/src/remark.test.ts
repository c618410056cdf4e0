import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemOf } from './problem.ts';
import { cutRemark, remarkRule, remarkSchema } from './remark.ts';
import { edgeSpaces, lengthOf, missing } from './string.ts';
import { say } from './text.ts';

describe('the remark rule', () => {
  it('wants at least two characters', () => {
    expect(remarkRule()('')).toBe(missing);
    expect(remarkRule()('备')).toEqual({
      text: { zh: '至少 {min} 个字符', en: 'At least {min} characters' },
      facts: { min: 2 },
    });
    expect(remarkRule()('备注')).toBeUndefined();
  });

  it.each([...'~`!@#%$&^'])('refuses %s', (sign) => {
    const found = remarkRule()(`a${sign}b`)!;
    expect(say(found.text, 'en', found.facts)).toBe('Cannot contain ~ ` ! @ # % $ & ^');
    expect(remarkRule({ optional: true })(`a${sign}b`)).toEqual(found);
  });

  it.each([...'*()-_=+[]{};:\'",.<>/?\\|，。！￥'])('lets %s pass', (sign) => {
    expect(remarkRule()(`a${sign}b`)).toBeUndefined();
  });

  it('may be empty in one variant, but not one character long', () => {
    expect(remarkRule({ optional: true })('')).toBeUndefined();
    expect(remarkRule({ optional: true })('a')).toBeDefined();
  });

  it('may hold an @ in another', () => {
    expect(remarkRule({ withAt: true })('to@me')).toBeUndefined();
    for (const sign of '~`!#%$&^') expect(remarkRule({ withAt: true })(`a${sign}b`)).toBeDefined();
    expect(remarkRule({ withAt: true })('')).toBe(missing);
  });

  it('has no spaces at its ends and nothing that cannot be stored', () => {
    expect(remarkRule()(' 备注')).toBe(edgeSpaces);
    expect(remarkRule()('备\u0000注')).toBeDefined();
    expect(remarkRule()('第一行\n第二行')).toBeUndefined();
  });

  it('does not refuse length: that is cut', () => {
    expect(remarkRule()('x'.repeat(10_000))).toBeUndefined();
  });
});

describe('a remark that is too long', () => {
  it('keeps its first 255 characters, none of them cut in half', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '卡', '𠮷'), maxLength: 600 }), (typed) => {
        const kept = cutRemark(typed);
        expect(typed.startsWith(kept)).toBe(true);
        expect(lengthOf(kept)).toBe(Math.min(lengthOf(typed), 255));
        expect(kept.isWellFormed()).toBe(true);
      }),
    );
  });

  it('is cut as it arrives, a space at the cut going with it', () => {
    expect(remarkSchema().parse('x'.repeat(300))).toBe('x'.repeat(255));
    expect(remarkSchema().parse(`${'x'.repeat(254)} ${'y'.repeat(50)}`)).toBe('x'.repeat(254));
    const result = remarkSchema().safeParse(' x');
    expect(problemOf(result.error!.issues[0]!)).toBe(edgeSpaces);
  });
});
