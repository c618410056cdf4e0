import { listAccounts, readAccount, resetPassword } from '@cardinal/contract/api/identity/accounts.ts';
import { readAccountInfo, readCaptcha, readMe, signIn } from '@cardinal/contract/api/identity/identity.ts';
import {
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  renewRecoveryCodes,
  resetTwoStep,
  signInTwoStep,
} from '@cardinal/contract/api/identity/twoStep.ts';
import { type Caller, DEMO_PASSWORD, TEST_CAPTCHA, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, test } from 'vitest';
import { codeOf, stepAt } from '../signIn/totp.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, subagent] = await Promise.all([it.as('admin'), it.as('subagent')]);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bytesOf = (secret: string) => {
  const bits = [...secret].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
};
/** An unused code: each is of a later step than the one before. */
function freshCode(secret: string): string {
  it.clock.advance(60_000);
  return codeOf(bytesOf(secret), stepAt(it.clock.now()));
}

let addresses = 0;
const freshAddress = () => `10.30.${Math.floor(++addresses / 250)}.${addresses % 250}`;
const password = { password: DEMO_PASSWORD };

async function knock(account: string, address: string, typed = DEMO_PASSWORD) {
  const { captchaId } = await it.nobody.ask(readCaptcha, { address: freshAddress() });
  return it.nobody.call(signIn, {
    address,
    body: { account, password: typed, captchaId, captchaCode: TEST_CAPTCHA },
  });
}
async function ticketFor(account: string, address = freshAddress()): Promise<string> {
  const { data } = await knock(account, address);
  if (data.token !== null) throw new Error('no second step was asked for');
  return data.ticket;
}
async function enrol(caller: Caller): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await caller.ask(beginTwoStep, { body: password });
  const { recoveryCodes } = await caller.ask(confirmTwoStep, { body: { code: freshCode(secret) } });
  return { secret, recoveryCodes };
}

describe('turning it on and off', () => {
  test('asks for the password, then for a code; until that, signing in is as before', async () => {
    const wrong = await subagent.call(beginTwoStep, { body: { password: 'Wrong@2026' }, address: freshAddress() });
    expect(wrong).toMatchObject({ code: '4000173', data: { errors: [{ field: 'password' }] } });
    const begun = await subagent.ask(beginTwoStep, { body: password });
    expect(begun.uri).toContain(`otpauth://totp/Cardinal:subagent?secret=${begun.secret}&`);
    expect((await knock('subagent', freshAddress())).data.token).toEqual(expect.any(String));
    const refused = await subagent.call(confirmTwoStep, { body: { code: '000000' }, address: freshAddress() });
    expect(refused).toMatchObject({ code: '4000171', data: { errors: [{ field: 'code' }] } });
    const { secret, recoveryCodes } = await enrol(subagent);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await subagent.ask(readAccountInfo)).twoStep).toMatchObject({ recoveryCodesLeft: 10 });
    expect((await subagent.call(beginTwoStep, { body: password })).code).toBe('4090171');

    const log = JSON.stringify(await it.db.selectFrom('audit.operation_log').selectAll().execute());
    const kept = JSON.stringify(await it.db.selectFrom('identity.two_step').selectAll().execute());
    for (const told of [secret, bytesOf(secret).toString('base64'), ...recoveryCodes]) {
      expect(log).not.toContain(told);
      expect(kept).not.toContain(told);
    }
    const half = { password: DEMO_PASSWORD, code: '000000' };
    expect((await subagent.call(endTwoStep, { body: half, address: freshAddress() })).code).toBe('4000171');
    const other = { password: 'Wrong@2026', code: freshCode(secret) };
    expect((await subagent.call(endTwoStep, { body: other, address: freshAddress() })).code).toBe('4000173');
    await subagent.ask(endTwoStep, { body: { ...password, code: freshCode(secret) } });
    expect((await knock('subagent', freshAddress())).data.token).toEqual(expect.any(String));
  });
});

describe('at the door', () => {
  test('a ticket and a code open once; neither the ticket nor the code opens again', async () => {
    const { secret, recoveryCodes } = await enrol(subagent);
    const ticket = await ticketFor('subagent');
    expect(await it.withToken(ticket).call(readMe)).toMatchObject({ code: '5005003' });
    const code = freshCode(secret);
    const address = freshAddress();
    const attempts = Array.from({ length: 4 }, () =>
      it.nobody.call(signInTwoStep, { address: freshAddress(), body: { ticket, code } }),
    );
    const opened = (await Promise.all(attempts)).filter((answer) => answer.code === '200');
    expect(opened).toHaveLength(1);
    expect((await it.withToken(opened[0]!.data.token).ask(readMe)).account.account).toBe('subagent');
    const again = await ticketFor('subagent', address);
    const replayed = await it.nobody.call(signInTwoStep, { address, body: { ticket: again, code } });
    expect(replayed.code).toBe('4000171');

    // A recovery code replaces a code, in any notation, once.
    const [recovery = ''] = recoveryCodes;
    const typed = recovery.toLowerCase().replaceAll('-', ' ');
    const byRecovery = { ticket: again, code: typed };
    expect((await it.nobody.call(signInTwoStep, { address, body: byRecovery })).code).toBe('200');
    const third = await ticketFor('subagent', address);
    expect((await it.nobody.call(signInTwoStep, { address, body: { ticket: third, code: typed } })).code).toBe(
      '4000171',
    );
    expect((await subagent.ask(readAccountInfo)).twoStep).toMatchObject({ recoveryCodesLeft: 9 });
    const fresh = await subagent.ask(renewRecoveryCodes, { body: { ...password, code: freshCode(secret) } });
    expect(fresh.recoveryCodes).not.toContain(recoveryCodes[1]);

    // A ticket is valid for five minutes.
    const old = await ticketFor('subagent');
    it.clock.advance(5 * 60_000);
    const late = await it.nobody.call(signInTwoStep, {
      address: freshAddress(),
      body: { ticket: old, code: freshCode(secret) },
    });
    expect(late.code).toBe('4000172');
    await subagent.ask(endTwoStep, { body: { ...password, code: freshCode(secret) } });
  });

  test('wrong codes count like wrong passwords, and the right password in between does not forgive them', async () => {
    const { secret } = await enrol(subagent);
    const address = freshAddress();
    for (let n = 0; n < 4; n += 1) {
      const ticket = await ticketFor('subagent', address);
      const answer = await it.nobody.call(signInTwoStep, { address, body: { ticket, code: '000000' } });
      expect(answer.code).toBe('4000171');
    }
    const ticket = await ticketFor('subagent', address);
    const locked = await it.nobody.call(signInTwoStep, { address, body: { ticket, code: '000000' } });
    expect(locked.code).toBe('4000105');
    const right = await it.nobody.call(signInTwoStep, { address, body: { ticket, code: freshCode(secret) } });
    expect(right.code).toBe('4000105');
    expect((await knock('subagent', address)).code).toBe('4000105');
    const { signIns } = await admin.ask(readAccount, { query: { id: '1004' } });
    expect(signIns.map(({ result }) => result)).toContain('twoStep');
  });

  test('a ticket of before a password reset opens nothing', async () => {
    const { secret } = await enrol(await it.as('kefu'));
    const ticket = await ticketFor('kefu');
    it.clock.advance(1_000);
    await admin.ask(resetPassword, { body: { id: '1011' } });
    const answer = await it.nobody.call(signInTwoStep, {
      address: freshAddress(),
      body: { ticket, code: freshCode(secret) },
    });
    expect(answer.code).toBe('4000172');
  });
});

describe('an administrator', () => {
  test('sees who has it and takes it off where the device is lost; nobody foreign and not his own', async () => {
    const found = async () =>
      (await admin.ask(listAccounts, { query: { hasTwoStep: true } })).list.map(({ account }) => account);
    expect(await found()).toEqual(expect.arrayContaining(['subagent', 'kefu']));
    const rival = await it.as('rival');
    expect((await rival.call(resetTwoStep, { body: { id: '1004' } })).status).toBe(404);
    expect((await admin.call(resetTwoStep, { body: { id: '1001' } })).code).toBe('4090111');
    await admin.ask(resetTwoStep, { body: { id: '1004' } });
    expect((await subagent.call(readMe)).code).toBe('5005004');
    expect((await admin.call(resetTwoStep, { body: { id: '1004' } })).code).toBe('4090172');
    expect((await knock('subagent', freshAddress())).data.token).toEqual(expect.any(String));
  });
});
