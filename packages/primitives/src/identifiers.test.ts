import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardNumberRule, wholeCardNumberRule } from './cardNumber.ts';
import { eidCheckDigits, eidListRule, eidRule, eidSchema, eidsRule, hasRightEidCheckDigits } from './eid.ts';
import { emailListRule, emailRule, emailSchema } from './email.ts';
import { hasRightImeiCheckDigit, imeiKey, imeiRule } from './imei.ts';
import { ipv4Rule } from './ipv4.ts';
import { maskedPhone, phoneListRule, phoneRule } from './phone.ts';
import type { Rule } from './problem.ts';
import { say } from './text.ts';

const words = (rule: Rule<string>, value: string) => {
  const found = rule(value);
  return found && say(found.text, 'zh_CN', found.facts);
};

const rules: [string, Rule<string>, string[], string[]][] = [
  [
    'IMEI',
    imeiRule,
    ['1'.repeat(14), '490154203237518', '1'.repeat(17)],
    ['1'.repeat(13), '1'.repeat(18), '4901542032375I8'],
  ],
  ['EID', eidRule, ['1'.repeat(14), 'a'.repeat(64)], ['1'.repeat(13), '1'.repeat(65), `${'1'.repeat(31)}-`]],
  [
    'phone',
    phoneRule,
    ['13000000000', '19999999999', '15912345678'],
    ['10000000000', '12345678901', '1380013800', '138001380000', '23800138000', '1380013800a', '+8613800138000'],
  ],
  [
    'e-mail',
    emailRule,
    ['a@b.c', 'li.si+x@mail.example.com', `${'a'.repeat(40)}@exam.com`, "o'neil@a-b.cn"],
    [
      'a@bc',
      'ab.cd',
      '@b.com',
      'a@.com',
      'a@b..com',
      '.a@b.com',
      'a.@b.com',
      'a..b@c.com',
      'a b@c.com',
      'a@-b.com',
      'a@b-.com',
      'a@b.1',
      '李@b.com',
      'a@b@c.com',
      `${'a'.repeat(43)}@exam.cn`,
    ],
  ],
  [
    'IPv4',
    ipv4Rule,
    ['0.0.0.0', '255.255.255.255', '192.168.1.10'],
    [
      '256.1.1.1',
      '1.1.1',
      '1.1.1.1.1',
      '01.1.1.1',
      '1.1.1.',
      '1..1.1',
      'a.1.1.1',
      '1.1.1.1 ',
      '-1.1.1.1',
      '1.1.1.0001',
    ],
  ],
  [
    'card number',
    cardNumberRule,
    ['0000', '12345', '8'.repeat(20), '8'.repeat(32)],
    ['123', '12a4', '8'.repeat(65), ' 1234'],
  ],
  ['whole card number', wholeCardNumberRule, ['8'.repeat(20)], ['8'.repeat(19), '8'.repeat(21), `${'8'.repeat(19)}A`]],
];

describe.each(rules)('the rule of %s', (_name, rule, good, bad) => {
  it('lets the right ones pass', () => {
    for (const value of good) expect(words(rule, value), value).toBeUndefined();
  });
  it('refuses the wrong ones and asks for one', () => {
    for (const value of bad) expect(rule(value), value).toBeDefined();
    expect(words(rule, '')).toBe('请输入内容');
  });
});

describe('words of refusal', () => {
  it.each([
    [imeiRule, '1', 'IMEI 应为 14 到 17 位数字'],
    [eidRule, '1', '长度应为 14 到 64 位'],
    [phoneRule, '1', '请输入正确的 11 位手机号'],
    [emailRule, 'a@b', '长度应为 5 到 50 位'],
    [emailRule, 'a@b.c,', '邮箱格式不正确'],
    [ipv4Rule, '1', 'IP 地址格式不正确'],
    [cardNumberRule, '123', '卡号至少 4 位数字'],
    [wholeCardNumberRule, '123', '卡号应为 20 位数字'],
  ])('%# %s', (rule, value, said) => expect(words(rule, value)).toBe(said));
});

describe('lists', () => {
  const many = (one: (i: number) => string, count: number) => Array.from({ length: count }, (_, i) => one(i)).join(',');
  const phone = (i: number) => `138${String(i).padStart(8, '0')}`;

  it('hold 100 phones or addresses and 1,000 EIDs', () => {
    expect(phoneListRule(many(phone, 100))).toBeUndefined();
    expect(phoneListRule(many(phone, 101))).toBeDefined();
    expect(emailListRule(many((i) => `a${i}@b.cn`, 100))).toBeUndefined();
    expect(emailListRule(many((i) => `a${i}@b.cn`, 101))).toBeDefined();
    expect(eidListRule(many((i) => String(i).padStart(32, '8'), 1_000))).toBeUndefined();
    expect(eidsRule(many((i) => String(i).padStart(32, '8'), 1_001).split(','))).toBeDefined();
  });

  it('name the wrong ones', () => {
    expect(words(phoneListRule, `${phone(1)}\n12,${phone(2)},3`)).toBe('第 2、4 项：请输入正确的 11 位手机号');
    expect(words(emailListRule, 'a@b.cn, x@y')).toBe('第 2 项：长度应为 5 到 50 位');
  });
});

describe('check digits', () => {
  it('of an IMEI are a warning for 15 digits', () => {
    expect(hasRightImeiCheckDigit('490154203237518')).toBe(true);
    expect(hasRightImeiCheckDigit('490154203237519')).toBe(false);
    expect(hasRightImeiCheckDigit('49015420323751')).toBeUndefined();
    expect(imeiKey('490154203237518')).toBe(imeiKey('4901542032375101'));
  });

  it('of an EID leave 1 when divided by 97', () => {
    expect(hasRightEidCheckDigits('89049032123451234512345678901235')).toBe(true);
    expect(hasRightEidCheckDigits('89049032123451234512345678901236')).toBe(false);
    expect(hasRightEidCheckDigits('8904903212345123451234567890123')).toBeUndefined();
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{30}$/), (first30) => {
        expect(hasRightEidCheckDigits(first30 + eidCheckDigits(first30))).toBe(true);
      }),
    );
  });
});

it('schemas keep one spelling and refuse what the rule refuses', () => {
  expect(eidSchema.parse(' 8904abc8904abc ')).toBe('8904ABC8904ABC');
  expect(emailSchema.safeParse('a@b').success).toBe(false);
});

it('a masked phone shows its ends only', () => {
  expect(maskedPhone('13800138000')).toBe('138****8000');
  expect(maskedPhone('12')).toBe('12');
});

it('no address takes long to refuse', () => {
  const worst = `${'a.'.repeat(20)}@${'a-'.repeat(4)}!`;
  for (let i = 0; i < 1_000; i++) emailRule(worst.slice(0, 50));
  expect(emailRule('a'.repeat(5_000_000))).toBeDefined();
});
