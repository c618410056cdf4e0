import { cancelCashOut } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { followTransferToReceive, readTransferToReceive } from '@cardinal/contract/api/cashOuts/receiving.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { cashOutsUnderTest } from '@cardinal/testing/cashOutsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { stepDue } from './steps/steps.ts';

const HOUR_MS = 3_600_000;
const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const [admin, agent] = (await Promise.all(['admin', 'agent'].map((name) => it.as(name)))) as [Caller, Caller];
const under = await cashOutsUnderTest(it, simulator, admin);
await under.earn('10', 100_000n);
const receiver = await under.receiver(agent);

const NONE = { code: '4041902', message: '提现单不存在', data: null };
let addresses = 0;
/** Pages are opened from many places. */
const address = () => `203.0.113.${++addresses}`;
const open = (key: string, from = address()) =>
  it.nobody.call(readTransferToReceive, { params: { key }, address: from });
const follow = (key: string, cashOutNo: string) =>
  it.nobody.call(followTransferToReceive, { params: { key }, body: { cashOutNo }, address: address() });
const steps = async () => {
  it.clock.advance(3_000);
  await stepDue(under.ctx);
};
/** Sent to WeChat, where it waits for its receiver. */
async function sent() {
  const asked = await under.ask(agent, receiver);
  await steps();
  const { receiveAt } = await under.read(agent, asked.id);
  const key = /^http:\/\/127\.0\.0\.1:\d+\/h5\/confirm\/([\w-]{24})$/.exec(receiveAt ?? '')?.[1] ?? '';
  expect(key, String(receiveAt)).not.toBe('');
  return { ...asked, key };
}

test('the page shows a transfer masked and hands WeChat what it was asked with; the end is what WeChat told the server', async () => {
  const { id, cashOutNo, key } = await sent();
  const shown = (await open(key)).data;
  const { mchid, appid } = under.merchant.credentials;
  expect(shown).toMatchObject({ cashOutNo, net: '9940', currency: 'CNY', holder: '**生' });
  expect(shown.sheet).toMatchObject({ mchId: mchid, appId: appid });
  expect(Date.parse(shown.until) - it.clock.now().getTime()).toBeLessThanOrEqual(24 * HOUR_MS);
  // WeChat opens it for the account it was asked with, and no other.
  expect((await fetch(`${shown.sheet.package}?mchId=${mchid}&appId=wx0000000000000000`)).status).toBe(404);
  expect((await fetch(shown.sheetUrl ?? '')).status).toBe(200);
  expect((await follow(key, cashOutNo)).data).toEqual({ state: 'waits', net: '9940', currency: 'CNY' });

  await fetch((shown.sheetUrl ?? '').replace('?', '/confirm?'), { method: 'POST' });
  it.clock.advance(3_000);
  expect((await follow(key, cashOutNo)).data).toEqual({ state: 'done', net: '9940', currency: 'CNY' });
  expect(await under.read(agent, id)).toMatchObject({ state: 2, receiveAt: null });
});

test('a used, cancelled or unknown key reads as one that never was; the number beside it tells the end for an hour', async () => {
  const used = await sent();
  await under.confirm(used.cashOutNo);
  const cancelled = await sent();
  await agent.ask(cancelCashOut, { body: { id: cancelled.id } });
  it.clock.advance(3_000);
  expect((await follow(used.key, used.cashOutNo)).data).toMatchObject({ state: 'done' });
  for (const key of [used.key, cancelled.key, 'A'.repeat(24), used.id, used.cashOutNo])
    expect(await open(key)).toMatchObject(NONE);
  expect((await follow(cancelled.key, cancelled.cashOutNo)).data).toMatchObject({ state: 'failed' });
  // The key of one and the number of another tell nothing.
  expect(await follow(cancelled.key, used.cashOutNo)).toMatchObject(NONE);
  expect(await follow('A'.repeat(24), used.cashOutNo)).toMatchObject(NONE);
  it.clock.advance(HOUR_MS + 1_000);
  expect(await follow(used.key, used.cashOutNo)).toMatchObject(NONE);
});

test('only its own customer is told the address, and whoever guesses keys is slowed down', async () => {
  const { id, key } = await sent();
  const [owner, platform, stranger] = await Promise.all([it.anew('agent'), it.anew('admin'), it.anew('rival')]);
  expect((await under.read(owner, id)).receiveAt).toContain(key);
  expect((await under.read(platform, id)).receiveAt).toBeNull();
  await expect(under.read(stranger, id)).rejects.toThrow();
  const codes = [];
  for (let n = 0; n < 31; n += 1) codes.push((await open(`guess${n}`, '198.51.100.7')).code);
  expect(codes.slice(0, 30).every((code) => code === NONE.code)).toBe(true);
  expect(codes.at(-1)).not.toBe(NONE.code);
  expect((await open(key, '198.51.100.7')).code).not.toBe('200');
  expect((await open(key)).code).toBe('200');
});
