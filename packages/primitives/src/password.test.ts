import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './commonPasswords.ts';
import {
  confirmationRule,
  loginPasswordRule,
  loginPasswordSchema,
  newPasswordRule,
  newPasswordRuleOf,
  newPasswordSchema,
} from './password.ts';
import { problemOf } from './problem.ts';
import { say } from './text.ts';

const english = (value: string) => {
  const found = newPasswordRule(value);
  return found && say(found.text, 'en', found.facts);
};

describe('the login form', () => {
  it('asks 6 to 16 characters and no more', () => {
    expect(loginPasswordRule('')).toBeDefined();
    for (const value of ['12345', 'x'.repeat(17)]) expect(loginPasswordRule(value)).toBeDefined();
    for (const value of ['123456', 'x'.repeat(16), '密码密码密码', 'a b c d'])
      expect(loginPasswordRule(value)).toBeUndefined();
    expect(loginPasswordSchema.safeParse('12345').success).toBe(false);
  });
});

describe('a new password', () => {
  it.each(['Cardinal@2026', 'k7%wQz', 'x9-x9-x9-x9-x9-x', '"q~2`Zk|'])('may be %s', (value) => {
    expect(newPasswordRule(value)).toBeUndefined();
  });

  it('has 6 to 16 characters', () => {
    expect(english('k7%wQ')).toBe('Must be 6 to 16 characters long');
    expect(english('k7%wQz-k7%wQz-k7%')).toBe('Must be 6 to 16 characters long');
  });

  it.each(['kwqzvb', '749205', '%-+=_/', 'kwqz749', 'kwqz%-+', '749%-+'])(
    'mixes all three kinds: %s does not',
    (value) => {
      expect(english(value)).toBe('Password must contain letters, digits and special characters');
    },
  );

  it.each(['k7% wQz', 'k7%密wQz', 'k7%wQz\t', 'k7%wQzé'])('has no spaces and no foreign letters: %s', (value) => {
    expect(english(value)).toBe('Password can contain only letters, digits and special characters, no spaces');
  });

  it.each([
    '1qaz@WSX',
    'Admin@123',
    'P@ssw0rd',
    'Passw0rd!',
    'Abc@123456',
    'Aa123456!',
    '@dmin123',
    'Huawei@123',
    'Qwe123!@#',
    'pa$$word1',
    '2026!Test',
    'Welcome_1',
  ])('is not a common one: %s', (value) => expect(english(value)).toBe('This password is too common; choose another'));

  it('is not the account name in whatever case', () => {
    const rule = newPasswordRuleOf('li.si@9zk.cn');
    expect(rule('LI.si@9zk.cn')?.text.en).toBe('Password cannot be the account name');
    expect(rule('LI.si@9zk.cx')).toBeUndefined();
    expect(rule('short')).toBeDefined();
  });

  it('is typed twice alike', () => {
    expect(confirmationRule('k7%wQz')('k7%wQz')).toBeUndefined();
    expect(confirmationRule('k7%wQz')('k7%wQZ')?.text.zh).toBe('两次输入的密码不一致');
    expect(confirmationRule('k7%wQz')('')).toBeDefined();
  });

  it('passes only what has all three kinds, the length and no other characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 0, maxLength: 20 }), (value) => {
        if (newPasswordRule(value) !== undefined) return;
        expect(value).toMatch(/^(?=.*[A-Za-z])(?=.*\d)(?=.*[^A-Za-z0-9])[!-~]{6,16}$/);
      }),
    );
  });

  it('says its problem through the schema', () => {
    const result = newPasswordSchema.safeParse('Admin@123');
    expect(problemOf(result.error!.issues[0]!)?.text.zh).toBe('密码过于常见，请更换');
  });
});

describe('common passwords', () => {
  it('are known in any case and with signs around the word', () => {
    for (const value of ['ADMIN!1', '##admin##12', 'p@$$w0rd!!', '1QAZ@wsx'])
      expect(isCommonPassword(value)).toBe(true);
  });
  it('are not whatever merely contains such a word', () => {
    for (const value of ['adminton!77', 'Cardinal@2026', 'mimapass!9x', '9!zkv#41'])
      expect(isCommonPassword(value)).toBe(false);
  });
});
