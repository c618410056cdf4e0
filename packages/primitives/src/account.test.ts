import { describe, expect, it } from 'vitest';
import { accountKey, accountRule, accountSchema } from './account.ts';

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

  it('knows one account in different case', () => {
    expect(accountKey(' Admin ')).toBe(accountKey('admin'));
  });
});
