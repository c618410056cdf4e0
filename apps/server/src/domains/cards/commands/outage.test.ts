import type { Caller } from '@cardinal/testing/app.ts';
import {
  addCards,
  type CardsUnderTest,
  card,
  cardsUnderTest,
  commands,
  effects,
  events,
  iccid,
  item,
  listSource,
  start,
  task,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { connectJasper } from '@cardinal/testing/carriers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmDue, cursorFrom } from './confirmCommands.ts';
import { isExpired } from './waitingRules.ts';

const HOUR = 3_600_000;
let under: CardsUnderTest;
let agent: Caller;

beforeAll(async () => {
  under = await cardsUnderTest();
  agent = await under.as('agent');
});
afterAll(() => under?.stop());

const account = (state: 'on' | 'paused') =>
  under.db.updateTable('carriers.account').set({ state }).where('id', '=', under.accountId).execute();
const pass = async (ms: number) => {
  under.clock.advance(ms);
  await workOff(under);
};
const confirm = async (accountId = under.accountId) => {
  under.clock.advance(5_000);
  await confirmDue(under.ctx, accountId, cursorFrom(under.clock.now()), new AbortController().signal);
};

test('of two wishes that wait for the same card the later counts, and the earlier says so', async () => {
  await addCards(under, [
    { n: 10, status: 'DEACTIVATED' },
    { n: 11, status: 'DEACTIVATED' },
  ]);
  await account('paused');
  const restart = await start(agent, 'reboot_card', listSource([10, 11]));
  await workOff(under);
  const stop = await start(agent, 'stop_card', listSource([10]));
  await account('on');
  await pass(60_000);
  await confirm();
  expect(await item(under, restart.taskId, 10)).toMatchObject({ state: 'skipped', code: 'replaced' });
  expect(await item(under, restart.taskId, 11)).toMatchObject({ state: 'done' });
  expect(await item(under, stop.taskId, 10)).toMatchObject({ state: 'done' });
  expect(await card(under, 10)).toMatchObject({ carrier_status: 'DEACTIVATED' });
  expect(await card(under, 11)).toMatchObject({ carrier_status: 'ACTIVATED' });
});

test('what has waited longer than its limit for its carrier ends, and is never sent later; other accounts notice nothing', async () => {
  const other = await connectJasper(under.app, under.jasper);
  await addCards(under, [{ n: 1 }, { n: 2 }, { n: 3, accountId: other }]);
  under.jasper.addDevices({ iccids: [iccid(3)], status: 'ACTIVATED' });
  await account('paused');
  const { taskId } = await start(agent, 'stop_card', listSource([1, 2, 3]));
  await workOff(under);
  await confirm(other);
  expect(await card(under, 3)).toMatchObject({ carrier_status: 'DEACTIVATED' });
  await pass(23 * HOUR);
  expect(await item(under, taskId, 1)).toMatchObject({ state: 'waiting' });
  await pass(2 * HOUR);
  expect(await item(under, taskId, 1)).toMatchObject({ state: 'failed', code: 'timedOut' });
  expect(await task(under, taskId)).toMatchObject({ done: 1, failed: 2 });
  expect((await events(under, 2)).map((line) => line.result)).toEqual(['timedOut']);
  await account('on');
  await pass(HOUR);
  expect(await commands(under, 1)).toEqual([]);
  expect((await effects(under, [1, 2])).summary.byCount).toEqual({ '0': 2 });
});

test('waiting is counted from when nothing could be asked any more', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);
  expect([isExpired(null, 24, now), isExpired(ago(23), 24, now), isExpired(ago(24), 24, now)]).toEqual([
    false,
    false,
    true,
  ]);
});
