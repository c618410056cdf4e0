import { DEMO_PASSWORD, TEST_NOW, testApp } from '@cardinal/testing/app.ts';
import { attemptsAt } from '@cardinal/testing/attempts.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeAll, describe, expect, test } from 'vitest';

const MINUTE = 60_000;

const it = await forThisFile(testApp({ demo: 'people' }));
const { attempt, freshAddress } = attemptsAt(it);

describe('other spellings of an account', () => {
  const give = (account: string, given: { phone?: string; email?: string }) =>
    it.db.updateTable('identity.account').set(given).where('account', '=', account).execute();
  const told = async (...given: Parameters<typeof attempt>) => {
    const { status, code, message, data } = await attempt(...given);
    return code === '200' && 'account' in data ? data.account.account : { status, code, message, data };
  };
  const WRONG = { status: 200, code: '4000101', message: '账号或密码错误', data: null };
  beforeAll(async () => {
    await give('operator', { phone: '13912340001', email: 'Operator.One@Example.com' });
    await give('kefu', { phone: '13912340002', email: 'shared@example.com' });
    await give('caiwu', { phone: '13912340002', email: 'SHARED@example.com' });
  });

  test('its phone and its e-mail in any case open it like its name', async () => {
    for (const spelling of ['operator', '13912340001', ' 13912340001 ', 'operator.one@example.COM'])
      expect([spelling, await told(spelling)]).toEqual([spelling, 'operator']);
  });

  test('what two accounts share opens neither, in the words of a wrong password', async () => {
    for (const spelling of ['13912340002', 'shared@example.com', '13999999999', 'nobody@example.com'])
      expect([spelling, await told(spelling)]).toEqual([spelling, WRONG]);
    await it.db
      .updateTable('identity.account')
      .set({ deleted_at: new Date(TEST_NOW) })
      .where('account', '=', 'caiwu')
      .execute();
    expect(await told('13912340002')).toBe('kefu');
    await it.db.updateTable('identity.account').set({ deleted_at: null }).where('account', '=', 'caiwu').execute();
  });

  test('a login name comes before whose phone or e-mail it is', async () => {
    await give('rival', { email: 'agent', phone: 'enterprise' });
    expect([await told('agent'), await told('enterprise')]).toEqual(['agent', 'enterprise']);
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

  test('each refusal hashes a password once, whether it stands for one account, for several or for none', async () => {
    // CPU time, not elapsed time: the machine's load does not matter.
    const costOf = async (spelling: string) => {
      const taken = [];
      // The guesses before do not count any more.
      it.clock.advance(16 * MINUTE);
      for (let n = 0; n < 7; n += 1) {
        const began = process.cpuUsage();
        expect((await attempt(spelling, 'Wrong@2026')).code).toBe('4000101');
        const { user, system } = process.cpuUsage(began);
        taken.push(user + system);
      }
      return taken.sort((a, b) => a - b)[3] as number;
    };
    const wrong = await costOf('operator');
    for (const spelling of ['13912340001', '13912340002', 'nobody-of-that-name', 'nobody@example.com']) {
      const ratio = (await costOf(spelling)) / wrong;
      expect([spelling, ratio > 0.6 && ratio < 1.6 ? 'alike' : ratio]).toEqual([spelling, 'alike']);
    }
  });
});
