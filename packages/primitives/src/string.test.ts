import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { problemOf, type Rule } from './problem.ts';
import {
  businessCodeRule,
  businessNameRule,
  businessNameSchema,
  type CharacterSet,
  codeRule,
  edgeSpaces,
  lengthOf,
  lengthProblem,
  missing,
  named,
  productNameRule,
  productNameSchema,
  stringRule,
  stringSchema,
  unprintable,
  verificationCodeRule,
} from './string.ts';
import { say, text } from './text.ts';

const english = (rule: Rule<string>, value: string) => {
  const found = rule(value);
  return found && say(found.text, 'en', found.facts);
};

describe('the string rule', () => {
  it('wants something unless it is optional', () => {
    expect(stringRule()('')).toBe(missing);
    expect(stringRule({ required: false, min: 5 })('')).toBeUndefined();
    expect(english(stringRule({ required: false, min: 5 }), 'abcd')).toBe('Must be 5 to 255 characters long');
  });

  it('takes up to 255 characters unless told otherwise, the bounds themselves included', () => {
    expect(stringRule()('x'.repeat(255))).toBeUndefined();
    expect(stringRule()('x'.repeat(256))).toEqual(lengthProblem(0, 255));
    const rule = stringRule({ min: 2, max: 4 });
    expect(['a', 'ab', 'abcd', 'abcde'].map((value) => rule(value) === undefined)).toEqual([false, true, true, false]);
  });

  it('counts characters as people do', () => {
    expect(lengthOf('𠮷野家')).toBe(3);
    const rule = stringRule({ min: 3, max: 3 });
    expect(rule('𠮷野家')).toBeUndefined();
    expect(rule('𠮷野')).toEqual(lengthProblem(3, 3));
  });

  it('refuses spaces at either end, the wide one too, and none inside', () => {
    for (const value of [' a', 'a ', '\ta', 'a\n', '　a', 'a\u00a0', ' ']) expect(stringRule()(value)).toBe(edgeSpaces);
    expect(stringRule()('a b')).toBeUndefined();
  });

  it('refuses what cannot be stored', () => {
    for (const value of ['a\u0000b', 'a\u001bb', 'a\u007fb', 'a\u0085b', 'a\ud800b', '\udfffb']) {
      expect(stringRule()(value)).toBe(unprintable);
    }
    expect(stringRule()('a\nb\tc')).toBeUndefined();
  });

  const samples: Record<CharacterSet, [string, string]> = {
    upper: ['AZ', 'aA'],
    lower: ['az', 'Aa'],
    chinese: ['卡枢𠮷', '卡a'],
    digit: ['0189', '１２'],
    word: ['aZ_9', 'a-b'],
    noSign: ['卡a9', '卡_9'],
    alphanumeric: ['aZ9', 'a_9'],
    whitespace: ['', 'a'],
  };
  it.each(Object.entries(samples))('%s lets its own characters pass and no others', (set, [good, bad]) => {
    const rule = stringRule({ sets: [set as CharacterSet], required: false });
    expect(rule(good)).toBeUndefined();
    expect(english(rule, bad)).toMatch(/^Only /);
  });

  it('combines sets and symbols', () => {
    const rule = stringRule({ sets: ['upper', 'digit', 'whitespace'], symbols: '-]^\\[' });
    expect(rule('A 1-]^\\[')).toBeUndefined();
    expect(english(rule, 'a')).toBe('Only capital letters, digits, spaces, - ] ^ \\ [');
    expect(stringRule({ sets: ['digit'], symbols: '+-' })(',')).toBeDefined();
    expect(stringRule({ sets: [], symbols: 'ab' })('aab')).toBeUndefined();
    expect(stringRule({ sets: [], symbols: 'ab' })('abc')).toBeDefined();
  });

  it('lets exactly the strings made of its characters pass', () => {
    const letters = [...'AZ09_-卡'];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...letters, 'a', ' ', '.', 'é'), { minLength: 1, maxLength: 20 }),
        (parts) => {
          const value = parts.join('');
          const ok = parts.every((part) => letters.includes(part));
          expect(stringRule({ sets: ['upper', 'digit', 'chinese'], symbols: '_-' })(value) === undefined).toBe(ok);
        },
      ),
    );
  });

  it('does not search a megabyte before it looks at the length', () => {
    expect(stringRule({ sets: ['digit'] })('x'.repeat(5_000_000))).toEqual(lengthProblem(0, 255));
  });

  it('says the name of the field when it is known', () => {
    const found = named(stringRule(), text('产品名称', 'product name'))('')!;
    expect(say(found.text, 'zh_CN', found.facts)).toBe('请输入产品名称');
    expect(say(found.text, 'en', found.facts)).toBe('Please enter product name');
    expect(say(missing.text, 'zh_CN', missing.facts)).toBe('请输入内容');
  });
});

describe('the presets', () => {
  const cases: [string, Rule<string>, string[], string[]][] = [
    ['businessName', businessNameRule, ['卡枢-A_1', '联通'], ['', 'a b', 'a.b', 'a@b', ' a', '（北京）']],
    ['businessCode', businessCodeRule, ['A-b_1'], ['', '卡1', 'a b', 'a.b']],
    ['code', codeRule, ['Ab1'], ['', 'A-1', 'A_1', '卡']],
    ['productName', productNameRule, ['卡片', 'x'.repeat(30), 'a (b) & c'], ['', 'x', 'x'.repeat(31), ' ab']],
    ['verificationCode', verificationCodeRule, ['0000', '1234'], ['', '123', '12345', '12a4', '１２３４', ' 123']],
  ];
  it.each(cases)('%s', (_name, rule, good, bad) => {
    for (const value of good) expect(rule(value), value).toBeUndefined();
    for (const value of bad) expect(rule(value), value).toBeDefined();
  });
});

describe('the schemas', () => {
  it('carry the problem of the rule', () => {
    const result = businessNameSchema.safeParse('a b');
    expect(problemOf(result.error!.issues[0]!)).toEqual(businessNameRule('a b'));
    expect(businessNameSchema.parse('卡枢')).toBe('卡枢');
  });

  it('tell the API document their lengths', () => {
    expect(z.toJSONSchema(productNameSchema)).toMatchObject({ type: 'string', minLength: 2, maxLength: 30 });
    expect(z.toJSONSchema(stringSchema({ required: false }))).toMatchObject({ minLength: 0, maxLength: 255 });
  });
});
