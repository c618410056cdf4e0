import { readCaptcha, signIn } from '@cardinal/contract/api/identity/identity.ts';
import { TEST_CAPTCHA, type TestApp, testApp } from '@cardinal/testing/app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scale } from './wholeServer.ts';

const ROUNDS = scale('ROUNDS', 200);
/** Entered for an account, but not verified. */
const UNVERIFIED_PHONE = '13912340002';

let world: TestApp;
beforeAll(async () => {
  world = await testApp({ demo: 'people' });
  await world.db
    .updateTable('identity.account')
    .set({ phone: '13912340001' })
    .where('account', '=', 'operator')
    .execute();
  await world.db
    .updateTable('identity.account')
    .set({ phone: UNVERIFIED_PHONE, phone_verified_at: null })
    .where('account', '=', 'kefu')
    .execute();
});
afterAll(() => world.stop());

const SPELLINGS = {
  'wrong password': 'operator',
  'wrong password, by phone': '13912340001',
  'unverified phone': UNVERIFIED_PHONE,
  'unknown name': 'nobody-of-that-name',
  'unknown e-mail': 'nobody@example.com',
} as const;

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] as number;

it(`takes as long to refuse a name nobody has as a wrong password (${ROUNDS} rounds)`, async () => {
  const taken = Object.fromEntries(Object.keys(SPELLINGS).map((kind) => [kind, [] as number[]]));
  // In turns, so that whatever else the machine does is met by all of them alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    // Guesses on one account are slowed: they are kept apart in time.
    world.clock.advance(2 * 60_000);
    for (const [kind, account] of Object.entries(SPELLINGS)) {
      const address = `10.${round % 250}.${Math.floor(round / 250)}.${Object.keys(SPELLINGS).indexOf(kind)}`;
      const { captchaId } = await world.nobody.ask(readCaptcha, { address });
      const body = { account, password: 'Wrong@2026', captchaId, captchaCode: TEST_CAPTCHA, remember: false };
      const began = performance.now();
      const { code } = await world.nobody.call(signIn, { address, body });
      taken[kind]?.push(performance.now() - began);
      expect(code).toBe('4000101');
    }
  }
  const medians = Object.entries(taken).map(([kind, times]) => [kind, median(times)] as const);
  for (const [kind, ms] of medians) console.info(`${kind}: median ${ms.toFixed(2)} ms`);
  const all = medians.map(([, ms]) => ms);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  expect(most - least).toBeLessThan(10);
  expect(most / least).toBeLessThan(1.1);
});
