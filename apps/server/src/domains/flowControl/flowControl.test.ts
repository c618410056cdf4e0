import {
  flowStrategies,
  flowStrategyInUse,
  flowStrategyNotFound,
} from '@cardinal/contract/api/control/flowStrategies.ts';
import { listFlowFirings } from '@cardinal/contract/api/flowControl/flowFirings.ts';
import {
  previewFlowSwitch,
  releaseFlowBrake,
  switchFlowStrategy,
} from '@cardinal/contract/api/flowControl/flowSwitch.ts';
import {
  flowActionsGone,
  flowInState,
  flowNeedsSecond,
  flowNotPaused,
} from '@cardinal/contract/api/flowControl/refusals.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { addCards, card, commands, effects, listSource, start, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import {
  createFlow,
  flowFirings,
  flowMinute,
  flowsUnderTest,
  MB,
  meteredCard,
  newPackageId,
  remindAt,
  stopAt,
  turnFlow,
} from '@cardinal/testing/flowsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sweepRecords } from '../orders/records/sweepRecords.ts';
import { settleJob } from './firing/hearUses.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const under = await forThisFile(flowsUnderTest());
const agent = () => under.anew('agent');
const states = async (id: string) => (await flowFirings(under, id)).map(({ state }) => state);
/** What begins or ends packages, and the job it queues. */
async function packagesPass(cardId: string) {
  await sweepRecords(under.ctx);
  await settleJob.run(under.ctx, { cardIds: [cardId] }, new AbortController().signal);
  await flowMinute(under);
}

test('100 % crossed twice: one stop for arrears, confirmed; what is added to the package lifts it and the card runs again', async () => {
  const caller = await agent();
  const packageId = newPackageId();
  const id = await createFlow(under, caller, {
    name: '满百停机',
    packageId,
    rules: [remindAt('80'), stopAt('100')],
    state: 'on',
  });
  const one = await meteredCard(under, packageId, 300 * MB);
  await one.read(250 * MB);
  expect(await states(id)).toEqual(['told']);
  under.clock.advance(60_000);
  await one.read(310 * MB);
  expect((await card(under, one.n)).stop_reasons).toEqual([2]);
  under.clock.advance(60_000);
  await one.read(310 * MB);
  under.clock.advance(60_000);
  await one.read(312 * MB);
  await flowMinute(under);
  expect(await states(id)).toEqual(['told', 'confirmed']);
  expect(await commands(under, one.n)).toMatchObject([{ state: 'confirmed', added_reasons: [2] }]);
  expect((await effects(under, [one.n])).summary.byCount).toEqual({ 1: 1 });
  const [, fired] = await flowFirings(under, id);
  expect(fired).toMatchObject({
    used_bytes: String(310 * MB),
    allowance_bytes: String(300 * MB),
    usage_id: one.usageId,
    reason: 2,
    threshold: '100',
  });
  // Not enough is added: 312 of 310 are used.
  await one.record(0, 29, 10 * MB, { is_main: false, state: 0 });
  await packagesPass(one.id);
  expect(await states(id)).toEqual(['told', 'confirmed']);
  await one.record(0, 29, 100 * MB, { is_main: false, state: 0 });
  await packagesPass(one.id);
  expect(await states(id)).toEqual(['told', 'lifted']);
  expect(await card(under, one.n)).toMatchObject({ stop_reasons: [], lifecycle: 'activated', pending_action: null });
  // What was added is used up too.
  await one.read(420 * MB);
  await flowMinute(under);
  expect(await states(id)).toEqual(['told', 'lifted', 'confirmed']);
  expect((await effects(under, [one.n])).summary.byCount).toEqual({ 3: 1 });
  const { list } = await (await agent()).ask(listFlowFirings, { query: { strategyId: id } });
  expect(list.map(({ threshold, state, lifted }) => [threshold, state, lifted])).toEqual([
    ['100%', 'confirmed', null],
    ['100%', 'lifted', '加油包生效，用量低于阈值'],
    ['80%', 'told', null],
  ]);
});

test('what a person stopped stays stopped, and what a person set before stays his', async () => {
  const packageId = newPackageId();
  const id = await createFlow(under, await agent(), {
    name: '人工优先',
    packageId,
    rules: [stopAt('100')],
    state: 'on',
  });
  const [one, other] = [await meteredCard(under, packageId, 10 * MB), await meteredCard(under, packageId, 10 * MB)];
  await start(await agent(), 'stop_card', listSource([one.n]));
  await workOff(under);
  await under.db
    .updateTable('cards.card')
    .set({ stop_reasons: [2] })
    .where('id', '=', other.id)
    .execute();
  await one.read(10 * MB);
  await other.read(10 * MB);
  await flowMinute(under);
  expect(await states(id)).toEqual(['confirmed', 'already']);
  for (const each of [one, other]) {
    await each.record(0, 29, 100 * MB, { is_main: false, state: 0 });
    await packagesPass(each.id);
  }
  expect(await states(id)).toEqual(['lifted', 'already']);
  expect((await card(under, one.n)).stop_reasons).toEqual([1]);
  expect((await card(under, one.n)).lifecycle).toBe('stopped');
  expect((await card(under, other.n)).stop_reasons).toEqual([2]);
});

test('in shadow it only counts, as a draft it judges nothing; switched on it acts with the next reading', async () => {
  const packageId = newPackageId();
  const caller = await agent();
  const id = await createFlow(under, caller, { name: '先观察', packageId, rules: [stopAt('100')], state: 'draft' });
  const one = await meteredCard(under, packageId, 10 * MB);
  await one.read(11 * MB);
  expect(await states(id)).toEqual([]);
  await turnFlow(caller, id, 'shadow');
  under.clock.advance(60_000);
  await one.read(12 * MB);
  under.clock.advance(60_000);
  await one.read(13 * MB);
  expect(await states(id)).toEqual(['shadow']);
  expect((await card(under, one.n)).stop_reasons).toEqual([]);
  expect(await caller.ask(previewFlowSwitch, { query: { id } })).toMatchObject({
    cards: 1,
    existing: 1,
    needsSecond: false,
  });
  const listed = await caller.ask(flowStrategies.list, { query: { nameContains: '先观察' } });
  expect(listed.list).toMatchObject([{ state: 'shadow', firedToday: 1, failedDay: 0 }]);
  await turnFlow(caller, id, 'on');
  under.clock.advance(60_000);
  await one.read(14 * MB);
  expect(await states(id)).toEqual(['shadow', 'waiting']);
  expect((await card(under, one.n)).stop_reasons).toEqual([2]);
});

test('a reading that is too old and usage that comes after its package act on nothing; a fresh reading then acts', async () => {
  const packageId = newPackageId();
  const id = await createFlow(under, await agent(), {
    name: '读数过旧',
    packageId,
    rules: [stopAt('100')],
    state: 'on',
  });
  const one = await meteredCard(under, packageId, 10 * MB);
  const readAt = under.clock.now();
  under.clock.advance(25 * HOUR);
  await one.read(10 * MB, readAt);
  expect(await states(id)).toEqual(['unknown']);
  expect((await card(under, one.n)).stop_reasons).toEqual([]);
  await one.read(11 * MB);
  expect(await states(id)).toEqual(['waiting']);
  const other = await meteredCard(under, packageId, 10 * MB);
  await other.read(5 * MB);
  under.clock.advance(60_000);
  const before = under.clock.now();
  await under.db
    .updateTable('orders.package_usage')
    .set({ state: 2, ends_at: before, state_at: before })
    .where('id', '=', other.usageId)
    .execute();
  under.clock.advance(1_000);
  await other.read(20 * MB);
  expect((await flowFirings(under, id)).filter(({ card_id }) => card_id === other.id)).toMatchObject([
    { state: 'late', used_bytes: String(10 * MB) },
  ]);
  expect((await card(under, other.n)).stop_reasons).toEqual([]);
});

test('a correction leaves it fired; of two rules the strictest acts, also those of a customer above', async () => {
  const packageId = newPackageId();
  const id = await createFlow(under, await agent(), {
    name: '下级提醒',
    packageId,
    rules: [remindAt('100')],
    state: 'on',
  });
  const above = await createFlow(under, await under.anew('operator'), {
    ...{ name: '上级停机', packageId, rules: [stopAt('100')], state: 'on' },
    ownerId: '1',
  });
  const one = await meteredCard(under, packageId, 10 * MB);
  await one.read(12 * MB);
  expect([await states(id), await states(above)]).toEqual([['told'], ['waiting']]);
  under.clock.advance(60_000);
  await one.read(8 * MB);
  await flowMinute(under);
  expect(await states(above)).toEqual(['confirmed']);
  expect((await card(under, one.n)).stop_reasons).toEqual([2]);
  // The strategy of a customer above does not exist for those below.
  expect((await (await agent()).ask(listFlowFirings, { query: { strategyId: above } })).list).toEqual([]);
});

test('a volume of a day stops once a day; the turn of the cycle lifts it', async () => {
  const packageId = newPackageId();
  const id = await createFlow(under, await agent(), {
    name: '当日上限',
    packageId,
    rules: [stopAt(String(5 * MB), { base: 'day', restore: 'cycle' })],
    state: 'on',
  });
  const one = await meteredCard(under, packageId, null, { starts_at: new Date(under.clock.now().getTime() - 3 * DAY) });
  await one.read(6 * MB);
  await flowMinute(under);
  const [fired] = await flowFirings(under, id);
  expect(fired).toMatchObject({ state: 'confirmed', day_bytes: String(6 * MB), base: 'day' });
  await under.db
    .updateTable('flow_control.firing')
    .set({ turns_at: under.clock.now() })
    .where('strategy_id', '=', id)
    .execute();
  await flowMinute(under);
  expect(await flowFirings(under, id)).toMatchObject([{ state: 'lifted', lifted_en: 'The cycle turned' }]);
  expect(await card(under, one.n)).toMatchObject({ stop_reasons: [], lifecycle: 'activated' });
});

test('another package in use lifts it, a rule lifted by hand only never', async () => {
  const [byPackage, byHand] = [newPackageId(), newPackageId()];
  const id = await createFlow(under, await agent(), {
    ...{ name: '新套餐恢复', packageId: byPackage, rules: [stopAt('100')] },
    state: 'on',
  });
  const manual = await createFlow(under, await agent(), {
    ...{ name: '人工恢复', packageId: byHand, rules: [stopAt('100', { restore: 'manual' })] },
    state: 'on',
  });
  for (const packageId of [byPackage, byHand]) {
    const one = await meteredCard(under, packageId, 10 * MB);
    await one.read(10 * MB);
    await flowMinute(under);
    const now = under.clock.now();
    await under.db.updateTable('orders.package_usage').set({ ends_at: now }).where('id', '=', one.usageId).execute();
    await one.record(0, 30, 10 * MB, { state: 0, package_name: '下月包' });
    under.clock.advance(1_000);
    await packagesPass(one.id);
  }
  expect(await flowFirings(under, id)).toMatchObject([{ state: 'lifted', lifted_zh: '新套餐 下月包 已生效' }]);
  expect(await states(manual)).toEqual(['confirmed']);
});

test('at its brake a strategy rests until a person releases it', async () => {
  const packageId = newPackageId();
  const id = await createFlow(under, await agent(), { name: '熔断', packageId, rules: [stopAt('100')], state: 'on' });
  await under.db.updateTable('control.flow_strategy').set({ brake: 1 }).where('id', '=', id).execute();
  const [one, other] = [await meteredCard(under, packageId, 10 * MB), await meteredCard(under, packageId, 10 * MB)];
  await one.read(10 * MB);
  await other.read(10 * MB);
  expect(await states(id)).toEqual(['waiting']);
  const caller = await agent();
  expect((await caller.ask(flowStrategies.list, { query: { nameContains: '熔断' } })).list).toMatchObject([
    { isPaused: true, state: 'on' },
  ]);
  await caller.ask(releaseFlowBrake, { body: { id } });
  expect((await caller.call(releaseFlowBrake, { body: { id } })).code).toBe(flowNotPaused.code);
  under.clock.advance(60_000);
  await other.read(11 * MB);
  expect(await states(id)).toEqual(['waiting', 'waiting']);
});

test('a switch is refused for a stale version, the state it has, rules that no carrier account can do, and packages it governs', async () => {
  const packageId = newPackageId();
  const caller = await agent();
  const id = await createFlow(under, caller, { name: '切换', packageId, rules: [stopAt('100')], state: 'shadow' });
  const codeOf = async (version: number, state: 'shadow' | 'on' | 'off') =>
    (await caller.call(switchFlowStrategy, { body: { id, version, state } })).code;
  expect(await codeOf(1, 'on')).toBe(changedByAnother.code);
  expect(await codeOf(2, 'shadow')).toBe(flowInState.code);
  expect(await codeOf(2, 'off')).toBe(flowStrategyInUse.code);
  const cutting = await createFlow(under, caller, {
    ...{ name: '断网规则', packageId: newPackageId() },
    rules: [stopAt('95')],
    state: 'shadow',
  });
  // The carrier of this test cannot cut off: it is as if another could.
  const rules = JSON.stringify([stopAt('95', { action: ControlAction.values.OFFLINE })]);
  await sql`update control.flow_strategy set rules = ${rules}::jsonb where id = ${cutting}`.execute(under.db);
  const refused = await caller.call(switchFlowStrategy, {
    body: { id: cutting, version: 2, state: 'on' },
    language: 'en',
  });
  expect(refused).toMatchObject({
    code: flowActionsGone.code,
    message: 'No carrier account supports Offline; change the rules first',
  });
});

test('above 1,000 cards without a day in shadow another account confirms', async () => {
  const packageId = newPackageId();
  const caller = await agent();
  const id = await createFlow(under, caller, { name: '双人确认', packageId, rules: [stopAt('100')], state: 'draft' });
  const numbers = Array.from({ length: 1_001 }, (_, at) => ({ n: 5_000 + at, accountId: '999' }));
  const cardIds = await addCards(under, numbers);
  const one = await meteredCard(under, packageId, 10 * MB);
  await sql`
    insert into orders.package_usage
    select (jsonb_populate_record(u, jsonb_build_object('id', c.id, 'card_id', c.id, 'iccid', c.iccid))).*
    from orders.package_usage u, cards.card c
    where u.id = ${one.usageId} and c.id = any(${cardIds}::bigint[])`.execute(under.db);
  const { version, ...preview } = await caller.ask(previewFlowSwitch, { query: { id } });
  expect(preview).toMatchObject({ cards: 1_002, existing: 0, needsSecond: true, wantedBy: null });
  const body = { id, state: 'on' } as const;
  expect(await caller.ask(switchFlowStrategy, { body: { ...body, version } })).toEqual({
    state: 'draft',
    waitsForSecond: true,
  });
  expect((await caller.call(switchFlowStrategy, { body: { ...body, version: version + 1 } })).code).toBe(
    flowNeedsSecond.code,
  );
  const operator = await under.anew('operator');
  expect(await operator.ask(switchFlowStrategy, { body: { ...body, version: version + 1 } })).toEqual({
    state: 'on',
    waitsForSecond: false,
  });
});

test('a strategy of somebody else does not exist for a foreign account', async () => {
  const id = await createFlow(under, await agent(), {
    ...{ name: '他人的', packageId: newPackageId(), rules: [stopAt('100')] },
    state: 'shadow',
  });
  const rival = await under.anew('rival');
  expect((await rival.ask(listFlowFirings, { query: { strategyId: id } })).list).toEqual([]);
  const codes = [
    await rival.call(previewFlowSwitch, { query: { id } }),
    await rival.call(switchFlowStrategy, { body: { id, version: 2, state: 'on' } }),
    await rival.call(releaseFlowBrake, { body: { id } }),
  ].map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set([flowStrategyNotFound.code]));
  const norole = await under.anew('norole');
  expect((await norole.call(listFlowFirings, { query: { strategyId: id } })).status).toBe(403);
  expect((await norole.call(switchFlowStrategy, { body: { id, version: 2, state: 'on' } })).status).toBe(403);
});
