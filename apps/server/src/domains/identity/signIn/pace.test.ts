import { unlockAccount } from '@cardinal/contract/api/identity/accounts.ts';
import { readCaptcha, signIn } from '@cardinal/contract/api/identity/identity.ts';
import { DEMO_PASSWORD, TEST_CAPTCHA, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { LONGEST_PACE_MS, lockLength } from './lockoutRules.ts';

const MINUTE = 60_000;
const WRONG = '4000101';
const LOCKED = '4000105';

const it = await forThisFile(testApp({ demo: 'people' }));
let addresses = 0;
/** A network of its own each time: captchas and attempts are limited by address too. */
const fresh = () => `10.8.${Math.floor(++addresses / 250)}.${addresses % 250}`;

async function attempt(account: string, given: { password?: string; address?: string; device?: string } = {}) {
  const { captchaId } = await it.nobody.ask(readCaptcha, { address: fresh() });
  const { password = DEMO_PASSWORD, address = fresh(), device } = given;
  const body = { account, password, captchaId, captchaCode: TEST_CAPTCHA, ...(device ? { device } : {}) };
  const { code, message, data } = await it.nobody.call(signIn, { address, body });
  return { code, message, device: code === '200' && 'device' in data ? data.device : undefined };
}
const guess = (account: string, given: { address?: string; device?: string } = {}) =>
  attempt(account, { ...given, password: 'Wrong@2026' });

async function guesses(accounts: readonly string[], address?: string): Promise<string[]> {
  const told = [];
  for (const account of accounts) told.push((await guess(account, address ? { address } : {})).code);
  return told;
}

beforeEach(() => it.clock.advance(25 * 60 * MINUTE));

describe('one account guessed from forty addresses', () => {
  test('is refused to strangers after twenty, like a name nobody has, and never to its own device', async () => {
    const { device } = await attempt('agent');
    expect(device).toMatch(/^[\w-]{43}$/);
    const told = await guesses(Array(40).fill('agent'));
    expect(told).toEqual([...Array(19).fill(WRONG), ...Array(21).fill(LOCKED)]);
    expect(await guesses(Array(22).fill('nobody-of-that-name'))).toEqual(told.slice(0, 22));
    expect((await attempt('agent')).message).toBe('尝试次数过多，15 分钟后再试');
    expect((await attempt('agent', { device: device ?? '' })).code).toBe('200');
    // Another account is not slowed, and its device is a stranger to this one.
    const other = await attempt('subagent');
    expect(other.code).toBe('200');
    expect((await attempt('agent', { device: other.device ?? '' })).code).toBe(LOCKED);
    it.clock.advance(15 * MINUTE);
    expect((await attempt('agent')).code).toBe('200');
  });

  test('is slowed for an hour at most, and an administrator ends it', async () => {
    expect([0, 1, 2, 9].map((strikes) => lockLength(strikes, 15, LONGEST_PACE_MS) / MINUTE)).toEqual([15, 30, 60, 60]);
    await guesses(Array(20).fill('rival'));
    expect((await attempt('rival')).code).toBe(LOCKED);
    await (await it.as('admin')).ask(unlockAccount, { body: { id: '1006' } });
    expect((await attempt('rival')).code).toBe('200');
  });

  test('is not slowed by one address that goes on after it was locked', async () => {
    const told = await guesses(Array(26).fill('enterprise'), fresh());
    expect(told).toEqual([...Array(4).fill(WRONG), ...Array(22).fill(LOCKED)]);
    expect((await attempt('enterprise')).code).toBe('200');
  });
});

describe('many names from one address', () => {
  test('are refused after thirty, other addresses and known devices are not', async () => {
    const address = fresh();
    const { device } = await attempt('kefu', { address });
    const people = ['finance', 'miniapp', 'caiwu', 'warehouse'];
    const names = Array.from({ length: 50 }, (_, n) => people[n] ?? `name-${n}`);
    expect(await guesses(names, address)).toEqual([...Array(29).fill(WRONG), ...Array(21).fill(LOCKED)]);
    expect((await attempt('operator', { address })).code).toBe(LOCKED);
    expect((await attempt('operator')).code).toBe('200');
    expect((await attempt('kefu', { address, device: device ?? '' })).code).toBe('200');
  });

  test('count as one where an IPv6 subscriber changes addresses', async () => {
    const told = [];
    for (let n = 0; n < 32; n += 1) told.push((await guess(`six-${n}`, { address: `2001:db8:7:7::${n + 1}` })).code);
    expect(told).toEqual([...Array(29).fill(WRONG), ...Array(3).fill(LOCKED)]);
  });
});

describe('a device an account has signed in from', () => {
  test('is not locked by strangers at its own address, and its own five wrong passwords lock it alone', async () => {
    const address = fresh();
    const { device = '' } = await attempt('operator', { address });
    await guesses(Array(6).fill('operator'), address);
    expect((await attempt('operator', { address })).code).toBe(LOCKED);
    expect((await attempt('operator', { address, device })).code).toBe('200');
    for (let n = 0; n < 5; n += 1) await guess('operator', { address: fresh(), device });
    expect((await attempt('operator', { device })).code).toBe(LOCKED);
    expect((await attempt('operator')).code).toBe('200');
  });

  test('is kept as a hash, and a made-up one is a stranger', async () => {
    const { device = '' } = await attempt('warehouse');
    const kept = await it.db.selectFrom('identity.known_device').select('device_hash').execute();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.some(({ device_hash }) => device_hash.equals(Buffer.from(device, 'base64url')))).toBe(false);
    await guesses(Array(20).fill('warehouse'));
    expect((await attempt('warehouse', { device: 'A'.repeat(43) })).code).toBe(LOCKED);
    expect((await attempt('warehouse', { device })).code).toBe('200');
  });
});
