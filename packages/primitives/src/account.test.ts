import { describe, expect, it } from 'vitest';
import { accountKey, accountRule, accountSchema, newAccountRule, signInKind } from './account.ts';

describe('the account rule', () => {
  it.each([
    ...['admin', 'operator', 'agent', 'subagent', 'enterprise', 'rival', 'norole', 'miniapp'],
    ...['13800138000', 'li.si@example.com', 'a_b-c', '1234', 'x'.repeat(32)],
  ])('accepts %s', (account) => expect(accountRule(account)).toBeUndefined());

  it.each([
    '',
    'abc',
    'x'.repeat(33),
    '.abcd',
    '_abcd',
    'ab cd',
    ' admin',
    'admin ',
    '管理员账号',
    'a<b>c',
    'abc\u0000',
  ])('refuses «%s»', (account) => {
    expect(accountRule(account)).toBeDefined();
    expect(accountSchema.safeParse(account).success).toBe(false);
  });

  it.each(['13800138000', 'li.si@example.com'])('accepts %s from an identity provider, not as a new name', (name) => {
    expect(newAccountRule(name)?.text.en).toContain('cannot be a mobile number or an e-mail address');
    expect(accountSchema.safeParse(name).success).toBe(false);
  });

  it.each([
    ['13800138000', 'phone'],
    ['li.si@example.com', 'email'],
    ['12800138000', 'account'],
    ['li.si@example', 'account'],
    ['admin', 'account'],
  ])('takes %s for the %s', (typed, kind) => expect(signInKind(typed)).toBe(kind));

  it('knows one account in different case', () => {
    expect(accountKey(' Admin ')).toBe(accountKey('admin'));
  });
});
