import { createTag, deleteTag, mergeTags } from '@cardinal/contract/api/cards/tags.ts';
import { tagChips } from '@cardinal/contract/api/esimOperations/chips.ts';
import { writeChips } from '@cardinal/contract/api/esimOperations/operations.ts';
import * as api from '@cardinal/contract/api/esimOperations/strategies.ts';
import { eid, esimUnderTest, iccid, idOf } from '@cardinal/testing/esimUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { keepSession } from '../../carrierSync/sessions/keepSessions.ts';
import { sessionReaction } from '../push/takeNetwork.ts';
import { considerDue } from './considerDue.ts';
import { strategiesFor } from './strategyStore.ts';

const HOUR_MS = 3_600_000;
const [GERMANY, FRANCE] = ['26201', '20801'];

let strategyId: string;

const under = await forThisFile(esimUnderTest());
const operator = await under.as('operator');
// Chips 1 and 2 are the agent's. Of their four numbers the even ones are German, the odd ones global.
await under.stock([1, 2]);

const fieldsOf = (data: unknown) => (data as { errors: { field: string }[] }).errors.map(({ field }) => field);
const choices = (...types: string[]) =>
  types.map((profileType) => ({ profileType, country: null, carrierAccountId: null }));
const rule = (country: string, ...types: string[]) => ({
  triggers: ['firstBoot' as const, 'countryChange' as const, 'byHand' as const],
  countries: [country],
  minutes: 30,
  days: 90,
  choices: choices(...types),
});
const STRATEGY = {
  name: '欧洲设备',
  customerIds: ['10'],
  productCodes: [],
  tagIds: [],
  rules: [rule('DE', 'DE-LOCAL-1', 'GLOBAL-2'), rule('FR', 'FR-LOCAL-1', 'GLOBAL-2')],
  switchesPerDay: 2,
  minimumStayHours: 1,
};

const chip = (n: number) =>
  under.db.selectFrom('esim.v_chip').selectAll().where('eid', '=', eid(n)).executeTakeFirstOrThrow();
const kinds = async (n: number) =>
  (
    await under.db.selectFrom('esim_operations.operation').selectAll().where('eid', '=', eid(n)).orderBy('id').execute()
  ).map(({ kind, state, cause }) => `${kind} ${state} ${cause}`);
const firings = async (n: number) => (await operator.ask(api.readChipStrategy, { query: { eid: eid(n) } })).firings;
const heard = (name: string) => under.events.filter((event) => event.name === name).map(({ payload }) => payload);
async function move(n: number, plmn: string): Promise<void> {
  await under.control('PATCH', `/es2plus/chips/${eid(n)}`, { plmn });
  await under.pass(1_000);
}
/** Lets the eIM, the SM-DP+ and the device complete all requests. */
async function settle(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await under.drive();
    await under.pass(10_000);
  }
  await under.drive();
}
async function turn(state: 'shadow' | 'on' | 'off'): Promise<void> {
  const { version } = await operator.ask(api.readStrategy, { query: { strategyId } });
  await operator.ask(api.switchStrategy, { body: { id: strategyId, state, version } });
}

test('a strategy is a draft until it is switched on; a shadow says what it would do and does nothing', async () => {
  ({ id: strategyId } = await operator.ask(api.createStrategy, { body: STRATEGY }));
  const twin = await operator.call(api.createStrategy, { body: STRATEGY });
  expect([twin.code, fieldsOf(twin.data)]).toEqual([api.duplicateStrategy.code, ['name']]);
  await turn('shadow');
  await move(2, GERMANY);
  expect(await firings(2)).toMatchObject([
    { decision: 'write', profileType: 'DE-LOCAL-1', result: 'shadow', trigger: 'firstBoot', rule: 1 },
  ]);
  expect(await kinds(2)).toEqual([]);
  const preview = await operator.ask(api.previewSwitch, { query: { strategyId } });
  expect(preview).toMatchObject({ chips: 2, writes: 1, stays: 1, elsewhere: 0 });
  await turn('on');
  const [shown] = (await operator.ask(api.listStrategies, { query: {} })).list;
  expect(shown).toMatchObject({ name: '欧洲设备', state: 'on', chips: 2, done: 0 });
  expect(shown?.rules[0]).toContain('在 DE → DE-LOCAL-1，否则 GLOBAL-2');
});

test('first boot in DE writes the local number; in FR, out of stock, the chip falls to the global one, once, with a warning', async () => {
  await move(1, GERMANY);
  await settle();
  expect(await kinds(1)).toEqual(['download done strategy', 'enable done strategy']);
  expect(await chip(1)).toMatchObject({ country: 'DE', enabled_number_id: idOf(2) });
  const { whyThisNumber } = await operator.ask(api.readChipStrategy, { query: { eid: eid(1) } });
  expect(whyThisNumber).toMatchObject({
    iccid: iccid(2),
    why: '首次开机，在 DE；规则 1 的第 1 选择 DE-LOCAL-1',
    strategyName: '欧洲设备',
  });
  // At the border: the number has not stayed its minimum time, and back home nothing is left to do.
  await move(1, FRANCE);
  expect((await firings(1))[0]).toMatchObject({ decision: 'stay', rule: 2 });
  expect(await chip(1)).toMatchObject({ held_trigger: 'countryChange' });
  await move(1, GERMANY);
  expect(await chip(1)).toMatchObject({ held_trigger: null, look_at: null });
  await move(1, FRANCE);
  under.clock.advance(HOUR_MS);
  await considerDue(under.ctx);
  await settle();
  expect((await kinds(1)).slice(2)).toEqual([
    'setFallback done strategy',
    'download done strategy',
    'enable done strategy',
  ]);
  expect(await chip(1)).toMatchObject({ fallback_number_id: idOf(2), country: 'FR' });
  expect((await chip(1)).enabled_number_id).not.toBe(idOf(2));
  expect((await firings(1))[0]).toMatchObject({
    decision: 'write',
    profileType: 'GLOBAL-2',
    missing: ['FR-LOCAL-1'],
    result: 'done',
  });
  const changes = heard('esim.numberChanged') as { cause: string; oldIccid: string | null; eid: string }[];
  expect(changes.map(({ cause, oldIccid, eid: of }) => [of === eid(1), oldIccid, cause])).toEqual([
    [true, null, 'strategy'],
    [true, iccid(2), 'strategy'],
  ]);
  expect(heard('esim.strategyRanOut')).toMatchObject([{ profileType: 'FR-LOCAL-1', customerId: '1', eid: eid(1) }]);
});

test('by hand the strategy chooses; tried and simulated nothing happens; what is foreign is not there', async () => {
  const { taskId } = await operator.ask(writeChips, { body: { eids: [eid(2)], enables: true } });
  await under.work();
  await settle();
  const task = await under.db.selectFrom('tasks.task').select(['done', 'failed']).where('id', '=', taskId).execute();
  expect(task).toEqual([{ done: 1, failed: 0 }]);
  expect((await firings(2))[0]).toMatchObject({ trigger: 'byHand', profileType: 'DE-LOCAL-1', result: 'done' });
  const before = await kinds(2);
  const asked = { strategyId, eid: eid(2), trigger: 'countryChange' as const, country: 'FR' };
  expect(await operator.ask(api.tryStrategy, { query: asked })).toMatchObject({
    decision: 'stay',
    why: '规则 2：DE-LOCAL-1 停留未满 1 小时',
  });
  const simulated = await operator.ask(api.simulateMove, { query: { strategyId, country: 'DE' } });
  expect(simulated).toMatchObject({ chips: 2, looked: 2, writes: 0 });
  expect(await kinds(2)).toEqual(before);
  const rival = await under.as('rival');
  expect((await rival.call(api.readStrategy, { query: { strategyId } })).code).toBe(api.strategyNotFound.code);
  const unknown = await operator.call(api.createStrategy, {
    body: { ...STRATEGY, name: '别处', customerIds: ['999999'] },
  });
  expect([unknown.code, fieldsOf(unknown.data)]).toEqual([api.unknownReach.code, ['customerIds']]);
});

test('a tag that a strategy reaches by stays until the strategy lets it go', async () => {
  const { id } = await operator.ask(createTag, { body: { name: '跨境设备', color: 'blue' } });
  const body = { ...STRATEGY, name: '按标签', customerIds: [], tagIds: [id] };
  await operator.ask(api.createStrategy, { body });
  const kept = await operator.call(deleteTag, { body: { id } });
  expect([kept.code, kept.message]).toEqual(['4090849', '标签正在使用，请先从以下位置移除：写号策略「按标签」']);
});

test('a tag on a chip lets a strategy reach it, and still does under the tag it was merged into', async () => {
  await under.stock([4], '1');
  const { id } = await operator.ask(createTag, { body: { name: '车队', color: 'blue' } });
  const { id: into } = await operator.ask(createTag, { body: { name: '全部车队', color: 'blue' } });
  const made = await operator.ask(api.createStrategy, {
    body: { ...STRATEGY, name: '车队策略', customerIds: [], tagIds: [id] },
  });
  const reached = async () => {
    const { list } = await operator.ask(api.listStrategies, { query: { pageNum: 1, pageSize: 50 } });
    return list.find((row) => row.id === made.id)?.chips;
  };
  expect(await reached()).toBe(0);
  await operator.ask(tagChips, { body: { eids: [eid(4)], tagIds: [id], mode: 'add' } });
  expect(await reached()).toBe(1);
  await operator.ask(api.switchStrategy, { body: { id: made.id, state: 'shadow', version: 1 } });
  const followed = async () => (await strategiesFor(under.ctx, await chip(4))).watching.map(({ name }) => name);
  expect(await followed()).toContain('车队策略');
  const merged = await operator.ask(mergeTags, { body: { fromId: id, intoId: into } });
  expect(merged.others).toEqual([
    { kind: 'eSIM卡', n: 1 },
    { kind: '写号策略', n: 1 },
  ]);
  expect([await reached(), await followed()]).toEqual([1, expect.arrayContaining(['车队策略'])]);
  await operator.ask(tagChips, { body: { eids: [eid(4)], tagIds: [into], mode: 'remove' } });
  expect(await followed()).not.toContain('车队策略');
});

test('without an eIM the sessions of the running number move the chip, once, and their end is no network', async () => {
  await under.stock([3]);
  const fired = () =>
    under.db.selectFrom('esim_operations.firing').selectAll().where('eid', '=', eid(3)).orderBy('id', 'desc').execute();
  // The number for this chip is active; its eIM has reported nothing.
  const [at, since] = [under.clock.now(), new Date(under.clock.now().getTime() - 60_000)];
  await under.db
    .updateTable('esim.code_number')
    .set({ enable_state: 1, rsp_state: 'Installed', eid: eid(3), bound_at: since, state_at: since })
    .where('card_id', '=', idOf(6))
    .execute();
  await under.db
    .updateTable('esim.chip')
    .set({ enabled_number_id: idOf(6), state: 'ACTIVATED' })
    .where('eid', '=', eid(3))
    .execute();
  await under.db
    .updateTable('cards.card')
    .set({ eid: eid(3) })
    .where('id', '=', idOf(6))
    .execute();
  const tell = async (network: { mcc: string; mnc: string }, startedAt: Date, endedAt: Date | null) => {
    const session = { iccid: iccid(6), isOnline: endedAt === null, startedAt, endedAt, ipAddress: null, apn: null };
    await under.ctx.transact((inside) =>
      keepSession(inside, { id: idOf(6) }, { ...session, network: { ...network, country: null } }, under.clock.now()),
    );
    for (const said of heard('cards.esimSessionSeen').splice(0).slice(-1)) {
      await sessionReaction.run(under.ctx, said as never);
    }
  };
  await tell({ mcc: '262', mnc: '01' }, since, null);
  expect(await chip(3)).toMatchObject({ country: 'DE', mcc: '262', mnc: '01', network_source: 'session' });
  expect((await fired())[0]).toMatchObject({ decision: 'stay', trigger: 'countryChange', code: 'runs' });
  under.clock.advance(2 * HOUR_MS);
  const inFrance = new Date(at.getTime() + HOUR_MS);
  await tell({ mcc: '208', mnc: '01' }, inFrance, null);
  const [moved] = await fired();
  expect(moved).toMatchObject({ decision: 'write', trigger: 'countryChange', profile_type: 'GLOBAL-2' });
  expect(await chip(3)).toMatchObject({ country: 'FR', country_at: inFrance });
  await tell({ mcc: '208', mnc: '01' }, inFrance, null);
  expect((await fired()).filter(({ decision }) => decision === 'write')).toHaveLength(1);
  under.clock.advance(60_000);
  const ended = under.clock.now();
  await tell({ mcc: '208', mnc: '01' }, inFrance, ended);
  expect((await chip(3)).network_lost_at).toEqual(ended);
  expect(await kinds(3)).toEqual(['setFallback queued strategy', 'download queued strategy']);
  // Sessions of a number that is no longer active do not count.
  await under.db
    .updateTable('esim.chip')
    .set({ enabled_number_id: idOf(7) })
    .where('eid', '=', eid(3))
    .execute();
  under.clock.advance(60_000);
  await tell({ mcc: '262', mnc: '01' }, under.clock.now(), null);
  expect(await chip(3)).toMatchObject({ country: 'FR' });
});
