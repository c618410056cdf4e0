import { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import {
  addCards,
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
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { confirmDue, cursorFrom } from '../confirming/confirmCommands.ts';
import { isExpired } from './waitingRules.ts';

const HOUR = 3_600_000;

const under = await forThisFile(cardsUnderTest());
const agent = await under.as('agent');

const account = (state: 'on' | 'paused') =>
  under.db.updateTable('carriers.account').set({ state }).where('id', '=', under.accountId).execute();
const plan = (name: string) =>
  under.db
    .insertInto('card_commands.plan')
    .values({
      id: under.ctx.ids.next(),
      carrier_account_id: under.accountId,
      customer_id: '1',
      carrier_name: name,
      name,
      rate_plan: null,
      services: [],
      apns: [],
      rats: [],
      countries: [],
      state: 'on',
      is_by_hand: true,
      gone_at: null,
      carrier_cards: null,
      own_cards: null,
      counted_at: null,
      remark: null,
      version: 1,
      created_at: under.clock.now(),
      updated_at: under.clock.now(),
    })
    .execute();
const pass = async (ms: number) => {
  under.clock.advance(ms);
  await workOff(under);
};
const confirm = async (accountId = under.accountId) => {
  under.clock.advance(5_000);
  await confirmDue(under.ctx, accountId, cursorFrom(under.clock.now()), new AbortController().signal);
};

test('a preview says which cards wait for their carrier, why and until when; what works is estimated as ever', async () => {
  const other = await connectJasper(under.app, under.jasper);
  await addCards(under, [{ n: 20 }, { n: 21 }, { n: 22, accountId: other }]);
  const body = { action: 'stop_card' as const, source: listSource([20, 21, 22]), parameters: {} };
  const well = await agent.ask(previewSelection, { body });
  expect(well.carriers.map(({ out }) => out)).toEqual([null]);

  await under.db
    .updateTable('carriers.account')
    .set({ state: 'paused', state_reason: '内部割接' })
    .where('id', '=', under.accountId)
    .execute();
  const expiresAt = new Date(under.clock.now().getTime() + 24 * HOUR).toISOString();
  const { carriers } = await agent.ask(previewSelection, { body });
  const byCount = Object.fromEntries(carriers.map(({ count, out }) => [count, out]));
  // An account without access to carrier accounts sees neither their names nor the notes about them.
  expect(byCount).toEqual({ 1: null, 2: { words: '通道已暂停', expiresAt } });
  const operator = await under.as('operator');
  const whole = await operator.ask(previewSelection, { body });
  expect(whole.carriers.map(({ out }) => out?.words)).toContain('通道已暂停：内部割接');
  // An action that asks no carrier does not wait for one.
  const tag = { action: 'edit_remark' as const, source: listSource([20]), parameters: { remark: '备注' } };
  expect((await agent.ask(previewSelection, { body: tag })).carriers.map(({ out }) => out)).toEqual([null]);
  // The card shows what waits for it and until when; only the starter learns of the task.
  const detail = async (who: Caller) => (await who.ask(readCard, { query: { iccid: iccid(20) } })).diagnosis;
  const { carrier, diagnosis } = await agent.ask(readCard, { query: { iccid: iccid(20) } });
  expect([carrier.isReachable, carrier.unreachableWhy, diagnosis.state]).toEqual([false, '通道已暂停', 'attention']);
  const { taskNo } = await start(agent, 'stop_card', listSource([20]));
  await workOff(under);
  const { words } = await detail(agent);
  expect(words).toContain(`停机等待通道恢复（通道已暂停；任务 ${taskNo}）`);
  expect(words).toContain('仍未恢复则失效，不再下发');
  await account('on');

  const openUntil = new Date(Date.now() + 600_000);
  const gate = { failures: 5, opened: 1, open_until: openUntil, open_zh: '超时', open_en: 'Timeout' };
  await under.db.updateTable('carriers.gate').set(gate).where('account_id', '=', under.accountId).execute();
  const down = await agent.ask(previewSelection, { body });
  expect(down.carriers.map(({ out }) => out?.words)).toContain('运营商接口无响应，等待恢复');
  const healthy = { failures: 0, opened: 0, open_until: null, open_zh: null, open_en: null };
  await under.db.updateTable('carriers.gate').set(healthy).where('account_id', '=', under.accountId).execute();
});

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

test('a carrier that is out keeps nothing beyond its limit: it ends when that has come, not with the next look', async () => {
  await addCards(under, [{ n: 12 }]);
  const outFor = (minutes: number) =>
    under.db
      .updateTable('carriers.gate')
      .set({ failures: 5, opened: 5, open_until: new Date(Date.now() + minutes * 60_000) })
      .where('account_id', '=', under.accountId)
      .execute();
  await outFor(60);
  const { taskId } = await start(agent, 'stop_card', listSource([12]));
  await workOff(under);
  const now = under.clock.now();
  await under.db
    .updateTable('tasks.task_lane')
    .set({ held_since: new Date(now.getTime() - 24 * HOUR + 60_000), held_until: now })
    .where('task_id', '=', taskId)
    .execute();
  await pass(1_000);
  expect(await item(under, taskId, 12)).toMatchObject({ state: 'waiting' });
  await pass(60_000);
  expect(await item(under, taskId, 12)).toMatchObject({ state: 'failed', code: 'expired' });
  await under.db.updateTable('carriers.gate').set({ failures: 0, opened: 0, open_until: null }).execute();
});

test('what has waited longer than its limit for its carrier ends, be it a stop or a change of the line, and is never sent later; other accounts notice nothing', async () => {
  const other = await connectJasper(under.app, under.jasper);
  await addCards(under, [{ n: 1 }, { n: 2 }, { n: 3, accountId: other }]);
  under.jasper.addDevices({ iccids: [iccid(3)], status: 'ACTIVATED' });
  await account('paused');
  await addCards(under, [{ n: 4 }]);
  const { taskId } = await start(agent, 'stop_card', listSource([1, 2, 3]));
  const admin = await under.as('admin');
  await plan('DEMO-LTE');
  const change = await start(admin, 'change_communication_plan', listSource([4]), { plan: 'DEMO-LTE' });
  await workOff(under);
  await confirm(other);
  expect(await card(under, 3)).toMatchObject({ carrier_status: 'DEACTIVATED' });
  await pass(23 * HOUR);
  expect(await item(under, taskId, 1)).toMatchObject({ state: 'waiting' });
  await pass(2 * HOUR);
  expect(await item(under, taskId, 1)).toMatchObject({ state: 'failed', code: 'expired' });
  expect(await task(under, taskId)).toMatchObject({ done: 1, failed: 2 });
  expect((await events(under, 2)).map((line) => line.result)).toEqual(['expired']);
  expect(await item(under, change.taskId, 4)).toMatchObject({ state: 'failed', code: 'expired' });
  expect((await events(under, 4)).map((line) => [line.action, line.result])).toEqual([
    ['change_communication_plan', 'expired'],
  ]);
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
