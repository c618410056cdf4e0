import { listLimitedCards, readSpeedLimit, retrySpeeds } from '@cardinal/contract/api/speedLimits/limitedCards.ts';
import { card, listSource, start } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import {
  cardSpeed,
  createSpeedLimit,
  freshSessions,
  GB,
  speedCard,
  speedLimitsUnderTest,
  speedMinute,
  speedsAsked,
  speedsGiven,
  template,
  turnSpeedLimit,
} from '@cardinal/testing/speedLimitsUnderTest.ts';
import { expect, test } from 'vitest';
import { settleSpeeds } from './steering/settleSpeeds.ts';

const DAY = 86_400_000;
const under = await forThisFile(speedLimitsUnderTest());
const agent = freshSessions(under, 'agent');
const cardsOf = async (id: string, query: Record<string, unknown> = {}) =>
  (await (await agent()).ask(listLimitedCards, { query: { speedLimitId: id, ...query } })).list;
const detail = async (id: string) =>
  (await agent()).ask(readSpeedLimit, { query: { id, platform: 2, carrierAccountId: under.onelink } });
const dayIn = (days: number) => new Date(+under.clock.now() + days * DAY + 8 * 3_600_000).toISOString().slice(0, 10);
/** A limit by the usual tiers over one new card, on. */
async function limited(more: Partial<Parameters<typeof createSpeedLimit>[2]> = {}, reset = 'cycle') {
  const one = await speedCard(under);
  const limitStrategyId = more.kbps ? null : await template(under, { reset });
  const id = await createSpeedLimit(under, await agent(), { limitStrategyId, cards: [one], state: 'on', ...more });
  return { one, id };
}
const byHand = async (n: number, kbps: number | null) => {
  const caller = await agent();
  if (kbps === null) await start(caller, 'cancel_limit_speed', listSource([n]));
  else await start(caller, 'limit_speed', listSource([n]), { speedKbps: kbps });
  await speedMinute(under);
};

test('a card that passes a tier is limited to its speed once the carrier confirms, and the cycle’s turn lifts it', async () => {
  const [one, two] = [await speedCard(under), await speedCard(under)];
  const id = await createSpeedLimit(under, await agent(), {
    limitStrategyId: await template(under),
    cards: [one, two],
    state: 'on',
  });
  await one.read(0.9 * GB);
  await two.read(0.2 * GB);
  expect(await cardSpeed(under, one.id)).toBeUndefined();
  await one.read(1.2 * GB);
  await one.read(1.2 * GB);
  expect(await cardSpeed(under, one.id)).toMatchObject({ state: 'waiting', asked_kbps: 1024, due_kbps: 1024 });
  expect(await detail(id)).toMatchObject({ cards: 2, limited: 0, waiting: 1 });
  await speedMinute(under);
  expect(await card(under, one.n)).toMatchObject({ speed_kbps: 1024 });
  expect(await detail(id)).toMatchObject({
    limited: 1,
    waiting: 0,
    mismatched: 0,
    steps: [
      { step: 0, kbps: null, cards: 1 },
      { step: 1, kbps: 1024, cards: 1 },
      { step: 2, kbps: 128, cards: 0 },
    ],
  });
  await one.read(5.5 * GB);
  await one.read(5.1 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([1024, 128]);
  expect((await cardsOf(id, { iccid: [one.iccid] }))[0]).toMatchObject({
    step: 2,
    dueKbps: 128,
    askedKbps: 128,
    confirmedKbps: 128,
    state: 'limited',
    governor: 'assignment',
  });
  under.clock.advance(40 * DAY);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([1024, 128, null]);
  expect(await card(under, one.n)).toMatchObject({ speed_kbps: null });
  expect(await speedsAsked(under, one.n)).toBe(3);
  expect(await detail(id)).toMatchObject({ limited: 0, steps: [{ cards: 2 }, { cards: 0 }, { cards: 0 }] });
});

test('a fixed speed limits cards without a reading until its last day, or until it is switched off', async () => {
  const { one, id } = await limited({ kbps: 512, toDay: dayIn(2) });
  const { one: other, id: second } = await limited({ kbps: 128 });
  await speedMinute(under);
  expect([speedsGiven(under, one.n), speedsGiven(under, other.n)]).toEqual([[512], [128]]);
  await turnSpeedLimit(await agent(), second, 'off');
  await speedMinute(under);
  expect(speedsGiven(under, other.n)).toEqual([128, null]);
  // Lifted: no speed is asked for, not one of nothing.
  expect((await cardsOf(second))[0]).toMatchObject({ askedKbps: null, confirmedKbps: null });
  under.clock.advance(3 * DAY);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([512, null]);
  expect(await detail(id)).toMatchObject({ cards: 1, limited: 0 });
});

test('a person’s limit is neither lifted by a rule nor made faster, and where a rule ends it is asked for again', async () => {
  const { one, id } = await limited();
  await byHand(one.n, 512);
  await one.read(1.5 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([512]);
  expect((await cardsOf(id))[0]).toMatchObject({
    dueKbps: 1024,
    confirmedKbps: 512,
    governor: 'manual',
    state: 'free',
  });
  await one.read(6 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([512, 128]);
  under.clock.advance(40 * DAY);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([512, 128, 512]);
});

test('who sets the speed by hand lifts the steps reached so far; the next step limits again', async () => {
  const { one, id } = await limited();
  await one.read(1.5 * GB);
  await speedMinute(under);
  await byHand(one.n, null);
  await one.read(1.6 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([1024, null]);
  expect((await cardsOf(id))[0]).toMatchObject({ dueKbps: null, governor: 'lifted', state: 'free', step: 1 });
  await one.read(5.2 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([1024, null, 128]);
});

test('of several limits the lowest speed governs, unless the customer is an exception of the package', async () => {
  const { one, id } = await limited();
  const wide = await createSpeedLimit(under, await agent(), { kbps: 2048, cards: [one], state: 'on' });
  await speedMinute(under);
  await one.read(2 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([2048, 1024]);
  expect((await cardsOf(wide))[0]).toMatchObject({ governor: 'other', dueKbps: 1024 });
  const packageId = '991001';
  await one.record(-1, 29, { package_id: packageId, flow_bytes: String(100 * GB) });
  const now = under.clock.now();
  const [strategyId, flowPackageId] = [under.ctx.ids.next(), under.ctx.ids.next()];
  const made = { customer_id: '10', created_by: null, created_at: now, updated_at: now };
  await under.db
    .insertInto('control.flow_strategy')
    .values({ ...made, id: strategyId, name: '例外', platform: 2, rules: '[]', state: 'shadow' } as never)
    .execute();
  await under.db
    .insertInto('control.flow_strategy_package')
    .values({
      ...{ id: flowPackageId, customer_id: '10', strategy_id: strategyId, package_id: packageId },
      ...{ limit_strategy_id: null, own_tiers: null, associated_by: null, associated_at: now, updated_at: now },
    })
    .execute();
  const exception = { flow_package_id: flowPackageId, customer_id: '10', limit_strategy_id: null, ends_on: dayIn(1) };
  await under.db
    .insertInto('control.flow_limit_exception')
    .values({ ...exception, set_by: null, set_at: now })
    .execute();
  await one.read(2.1 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([2048, 1024, null]);
  expect((await cardsOf(id))[0]).toMatchObject({ governor: 'exception', dueKbps: null, state: 'free', step: 1 });
  under.clock.advance(2 * DAY);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([2048, 1024, null, 1024]);
});

test('a limit that goes by packages ends with the next package', async () => {
  const { one } = await limited({ restore: 'package' }, 'recordEnd');
  const first = await one.record(-1, 10, { flow_bytes: String(3 * GB) });
  await one.read(2 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([1024]);
  under.clock.advance(2 * DAY);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([1024]);
  await under.db.updateTable('orders.package_usage').set({ state: 2 }).where('id', '=', first).execute();
  await one.record(0, 30, { flow_bytes: String(3 * GB) });
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([1024, null]);
});

test('a reading that is too old, and one that dies before its commit, ask for nothing', async () => {
  const { one } = await limited();
  await expect(one.read(2 * GB, under.clock.now(), true)).rejects.toThrow('died');
  expect(await cardSpeed(under, one.id)).toBeUndefined();
  const before = new Date(+under.clock.now());
  under.clock.advance(3 * DAY);
  await one.read(2 * GB, new Date(+before + 60_000));
  await speedMinute(under);
  expect(await cardSpeed(under, one.id)).toBeUndefined();
  await one.read(2.1 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([1024]);
});

test('a confirmation that stays out is found by looking, without a second command', async () => {
  const { one, id } = await limited({ kbps: 512 });
  const account = '/onelink/accounts/1000012026';
  await under.jasper.control('PATCH', account, { confirmAfterMs: null });
  await speedMinute(under);
  expect((await cardsOf(id))[0]).toMatchObject({ state: 'waiting', askedKbps: 512, confirmedKbps: null });
  expect(await detail(id)).toMatchObject({ limited: 0, waiting: 1, mismatched: 1 });
  await under.jasper.control('POST', '/onelink/release', { iccids: [one.iccid] });
  await under.jasper.control('PATCH', account, { confirmAfterMs: 3_000 });
  under.clock.advance(600_000);
  await speedMinute(under);
  expect((await cardsOf(id))[0]).toMatchObject({ state: 'limited', confirmedKbps: 512 });
  expect(await speedsAsked(under, one.n)).toBe(1);
});

test('without any answer a card is not called limited and not asked again by itself', async () => {
  const { one, id } = await limited({ kbps: 512 });
  await under.jasper.control('POST', '/faults', {
    kind: 'lostConfirmation',
    count: 1,
    operation: 'operate/network-speed',
  });
  await speedMinute(under);
  under.clock.advance(600_000);
  await speedMinute(under);
  expect((await cardsOf(id))[0]).toMatchObject({ state: 'refused', confirmedKbps: null });
  await under.jasper.control('DELETE', '/faults');
  await (await agent()).ask(retrySpeeds, { body: { id, cardIds: [one.id] } });
  await speedMinute(under);
  expect((await cardsOf(id))[0]).toMatchObject({ state: 'limited', confirmedKbps: 512 });
  expect(speedsGiven(under, one.n)).toEqual([512]);
});

test('what is skipped before it is asked is told, and a card that left the limit is set free', async () => {
  const { one, id } = await limited({ kbps: 512 });
  await settleSpeeds(under.ctx);
  await under.db.updateTable('cards.card').set({ lifecycle: 'cancelled' }).where('id', '=', one.id).execute();
  await speedMinute(under);
  expect(await cardSpeed(under, one.id)).toBeUndefined();
  expect(await detail(id)).toMatchObject({ cards: 0 });
  const { one: other } = await limited({ kbps: 512 });
  await speedMinute(under);
  await under.db.updateTable('cards.card').set({ customer_id: '20' }).where('id', '=', other.id).execute();
  await speedMinute(under);
  expect(speedsGiven(under, other.n)).toEqual([512, null]);
});
