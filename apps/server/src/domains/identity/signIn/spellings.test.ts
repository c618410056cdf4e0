import { DEMO_PASSWORD, TEST_NOW, testApp } from '@cardinal/testing/app.ts';
import { attemptsAt } from '@cardinal/testing/attempts.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeAll, describe, expect, test } from 'vitest';

const MINUTE = 60_000;

const it = await forThisFile(testApp({ demo: 'people' }));
const { attempt, freshAddress } = attemptsAt(it);

describe('other spellings of an account', () => {
  const give = (account: string, given: { phone?: string; email?: string }, isVerified = true) =>
    it.db
      .updateTable('identity.account')
      .set({
        ...given,
        ...(given.phone ? { phone_verified_at: isVerified ? new Date(TEST_NOW) : null } : {}),
        ...(given.email ? { email_verified_at: isVerified ? new Date(TEST_NOW) : null } : {}),
      })
      .where('account', '=', account)
      .execute();
  const told = async (...given: Parameters<typeof attempt>) => {
    const { status, code, message, data } = await attempt(...given);
    return code === '200' && 'account' in data ? data.account.account : { status, code, message, data };
  };
  const WRONG = { status: 200, code: '4000101', message: '账号或密码错误', data: null };
  beforeAll(async () => {
    await give('operator', { phone: '13912340001', email: 'Operator.One@Example.com' });
    await give('kefu', { phone: '13912340002', email: 'unverified@example.com' }, false);
    // Another tenant enters what belongs to the operator.
    await give('rival', { phone: '13912340001', email: 'operator.one@example.com' }, false);
  });

  test('its verified phone and e-mail in any case open it like its name, whoever else has entered them', async () => {
    for (const spelling of ['operator', '13912340001', ' 13912340001 ', 'operator.one@example.COM'])
      expect([spelling, await told(spelling)]).toEqual([spelling, 'operator']);
  });

  test('what is not verified opens nothing, in the words of a wrong password', async () => {
    for (const spelling of ['13912340002', 'unverified@example.com', '13999999999', 'nobody@example.com'])
      expect([spelling, await told(spelling)]).toEqual([spelling, WRONG]);
  });

  test('an account with the form of a contact as its name takes no sign-in from whom the contact is verified for', async () => {
    await it.db
      .updateTable('identity.account')
      .set({ account: '13912340001' })
      .where('account', '=', 'rival')
      .execute();
    expect(await told('13912340001')).toBe('operator');
    await it.db
      .updateTable('identity.account')
      .set({ account: 'rival' })
      .where('account', '=', '13912340001')
      .execute();
  });

  test('they are counted together: five tries in all, and the lock is that of the account', async () => {
    const address = freshAddress();
    const spellings = ['13912340001', 'operator', 'operator.one@example.com', 'OPERATOR', '13912340001'];
    const answers = [];
    for (const spelling of spellings) answers.push(await attempt(spelling, 'Wrong@2026', { address }));
    expect(answers.map(({ code }) => code)).toEqual(['4000101', '4000101', '4000101', '4000101', '4000105']);
    for (const spelling of spellings)
      expect((await attempt(spelling, DEMO_PASSWORD, { address })).code).toBe('4000105');
    expect(await told('13912340001')).toBe('operator');
  });

  test('each refusal hashes a password once, whether it stands for an account, is not verified or belongs to nobody', async () => {
    const spellings = ['operator', '13912340001', '13912340002', 'nobody-of-that-name', 'nobody@example.com'];
    // CPU time, not elapsed time, the least of several rounds: other work of the machine only adds to it.
    const least = new Map<string, number>();
    for (let round = 0; round < 9; round += 1) {
      // The guesses before do not count any more.
      it.clock.advance(16 * MINUTE);
      for (const spelling of spellings) {
        const began = process.cpuUsage();
        expect((await attempt(spelling, 'Wrong@2026')).code).toBe('4000101');
        const { user, system } = process.cpuUsage(began);
        least.set(spelling, Math.min(user + system, least.get(spelling) ?? Number.POSITIVE_INFINITY));
      }
    }
    const wrong = least.get('operator') as number;
    for (const [spelling, cost] of least) {
      const ratio = cost / wrong;
      expect([spelling, ratio > 0.6 && ratio < 1.6 ? 'alike' : ratio]).toEqual([spelling, 'alike']);
    }
  });
});
