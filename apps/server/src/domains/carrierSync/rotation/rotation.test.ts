import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { readCarrierMonitor } from '@cardinal/contract/api/carriers/carrierMonitor.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { addCards, card, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeEach, expect, test } from 'vitest';
import { callCarrier } from '../../carriers/face.ts';
import { beginRotation, scheduleEnrolment } from '../slots/pollSlotStore.ts';
import { pollDueCards } from './pollDueCards.ts';

const DAY = 86_400_000;
const never = new AbortController().signal;

const under = await forThisFile(cardsUnderTest());
beforeEach(async () => {
  await under.jasper.control('DELETE', '/faults');
  await under.db.updateTable('carriers.gate').set({ failures: 0, opened: 0, open_until: null }).execute();
});

const schedule = (seconds: Record<string, number>) =>
  under.db
    .updateTable('carriers.account')
    .set({ schedules: JSON.stringify(seconds) })
    .where('id', '=', under.accountId)
    .execute();
await schedule({ usage: 3_600, session: 3_600 });
const read = (kind: 'usage' | 'session' = 'usage', signal = never) =>
  pollDueCards(under.ctx, under.accountId, kind, signal);
const turnsOf = async (numbers: readonly number[]) => {
  const rows = await under.db
    .selectFrom('carrier_sync.poll_slot as t')
    .innerJoin('cards.card as c', 'c.id', 't.card_id')
    .select(['c.iccid', 't.read_at', 't.polled_at', 't.is_soon'])
    .where('c.iccid', 'in', numbers.map(iccid))
    .where('t.kind', '=', 2)
    .orderBy('c.iccid')
    .execute();
  return rows;
};

test('every card is polled once in its time, and shows what its carrier counts', async () => {
  const numbers = Array.from({ length: 30 }, (_, at) => at + 1);
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  expect(await read()).toEqual({ kind: 'done', read: 30 });
  const asked = await callCarrier(under.ctx, under.accountId, 'getUsage', { iccid: iccid(1) });
  expect(await card(under, 1)).toMatchObject({
    flow_used: asked.kind === 'ok' ? asked.answer.cycleBytes : '',
    usage_at: under.clock.now(),
  });
  expect(await read()).toEqual({ kind: 'done', read: 0 });
  under.clock.advance(2 * 3_600_000);
  expect(await read()).toEqual({ kind: 'done', read: 30 });
});

test('days are set from the counter: what was used since yesterday’s reading is today’s', async () => {
  const before = await card(under, 1);
  under.clock.advance(DAY);
  await read();
  const after = await card(under, 1);
  const days = await under.db
    .selectFrom('usage.card_day')
    .select(['day', 'bytes'])
    .where('card_id', '=', after.id)
    .orderBy('day', 'desc')
    .execute();
  const grown = BigInt(after.flow_used ?? 0) - BigInt(before.flow_used ?? 0);
  expect(after.used_today).toBe(String(grown));
  expect(days[0]?.bytes).toBe(String(grown));
});

test('a card that is cut off keeps its poll slot, and one process reads at a time', async () => {
  under.clock.advance(2 * 3_600_000);
  const stopped = new AbortController();
  stopped.abort();
  await read('usage', stopped.signal);
  const before = (await turnsOf([1]))[0]?.read_at;
  const held = await beginRotation(under.ctx, under.accountId, 'usage');
  expect(held).toBeDefined();
  expect(await read()).toEqual({ kind: 'elsewhere' });
  under.clock.advance(61_000);
  expect(await read()).toMatchObject({ kind: 'done', read: 30 });
  expect((await turnsOf([1]))[0]?.read_at?.getTime()).toBeGreaterThan(before?.getTime() ?? 0);
});

test('cards near their limit and cards on a screen come round more often', async () => {
  const almost = new Date(under.clock.now().getTime() + DAY);
  const change = (n: number, set: object) =>
    under.db.updateTable('cards.card').set(set).where('iccid', '=', iccid(n)).execute();
  const { flow_used } = await card(under, 2);
  await change(2, { flow_total: flow_used });
  await change(3, { service_period_end: almost });
  under.clock.advance(3_700_000);
  await read();
  expect((await turnsOf([1, 2, 3])).map((batch) => batch.is_soon)).toEqual([false, true, true]);
  under.clock.advance(1_000_000);
  expect(await read()).toEqual({ kind: 'done', read: 2 });
  await (await under.as('agent')).ask(readCard, { query: { iccid: iccid(5) } });
  expect(await read()).toEqual({ kind: 'done', read: 1 });
  const rows = await under.db
    .selectFrom('carriers.call')
    .select(['urgency'])
    .where('account_id', '=', under.accountId)
    .where('subject', '=', iccid(5))
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(rows).toEqual([{ urgency: 'now' }]);
});

test('a carrier that is down halts its turns and nobody loses his', async () => {
  under.clock.advance(2 * 3_600_000);
  await under.jasper.control('POST', '/faults', { kind: 'httpError', operation: 'getUsage', probability: 1 });
  const end = await read();
  expect(end.kind).toBe('unfinished');
  const halted = await under.db
    .selectFrom('carrier_sync.rotation')
    .selectAll()
    .where('kind', '=', 2)
    .executeTakeFirstOrThrow();
  expect(halted.halted_zh).toBeTruthy();
  await under.jasper.control('DELETE', '/faults');
  await under.db.updateTable('carriers.gate').set({ failures: 0, opened: 0, open_until: null }).execute();
  under.clock.advance(2 * 3_600_000);
  expect(await read()).toMatchObject({ kind: 'done', read: 30 });
});

test('a new card comes in with the next look, an ended one goes', async () => {
  await addCards(under, [{ n: 40 }]);
  await scheduleEnrolment(under.ctx, under.accountId);
  await under.db.updateTable('cards.card').set({ lifecycle: 'cancelled' }).where('iccid', '=', iccid(1)).execute();
  under.clock.advance(2 * 3_600_000);
  expect(await read()).toEqual({ kind: 'done', read: 30 });
  expect(await turnsOf([1])).toEqual([]);
  expect(await turnsOf([40])).toHaveLength(1);
});

test('the monitor tells what the calls were spent on and how old what is known is', async () => {
  const operator = await under.as('operator');
  under.clock.advance(600_000);
  const monitor = await operator.ask(readCarrierMonitor, { query: { accountId: under.accountId } });
  const usage = monitor.readings.find((reading) => reading.kind === 'usage');
  expect(usage).toMatchObject({
    way: 'single',
    cards: 30,
    read: 30,
    coveragePercent: 100,
    medianSeconds: 600,
    oldestSeconds: 600,
    readLastHour: 30,
    fullPassSeconds: 3_600,
    halted: null,
  });
  expect(monitor.readings.find((reading) => reading.kind === 'realName')).toMatchObject({ way: 'none', cards: 0 });
  expect(monitor.calls.byOperation[0]).toMatchObject({ operation: 'getUsage', calls: 30, unanswered: 0 });
  expect(monitor.calls.minutes.filter((minute) => minute.answered > 0)).toHaveLength(1);
  expect(monitor.lastCalls[0]).toMatchObject({ operation: 'getUsage', outcome: 'ok', urgency: 'rotation' });
  const foreign = await (await under.as('subagent')).call(readCarrierMonitor, {
    query: { accountId: under.accountId },
  });
  expect(foreign.code).toBe(noPermission.code);
});

test('sessions are read in turns of their own', async () => {
  expect(await read('session')).toEqual({ kind: 'done', read: 30 });
  const { online_state } = await card(under, 2);
  expect([0, 1]).toContain(online_state);
});

test('what comes up while a long run goes on is read by it, and nobody is asked twice', async () => {
  const numbers = Array.from({ length: 30 }, (_, at) => at + 301);
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  await scheduleEnrolment(under.ctx, under.accountId);
  under.clock.advance(2 * 3_600_000);
  const { calls_per_second: usual } = await under.db
    .selectFrom('carriers.account')
    .select('calls_per_second')
    .where('id', '=', under.accountId)
    .executeTakeFirstOrThrow();
  const pace = (callsPerSecond: string) =>
    under.db
      .updateTable('carriers.account')
      .set({ calls_per_second: callsPerSecond })
      .where('id', '=', under.accountId)
      .execute();
  await pace('20');
  await under.db.deleteFrom('carriers.call').execute();
  const running = pollDueCards(under.ctx, under.accountId, 'usage', never, { roundMs: 200, runMs: 60_000 });
  await expect.poll(() => under.db.selectFrom('carriers.call').select('id').execute()).not.toHaveLength(0);
  await addCards(under, [{ n: 340 }]);
  await scheduleEnrolment(under.ctx, under.accountId);
  expect((await running).kind).toBe('done');
  await pace(usual);
  const asked = await under.db.selectFrom('carriers.call').select('subject').execute();
  const subjects = asked.map(({ subject }) => subject);
  expect(subjects).toEqual(expect.arrayContaining([...numbers, 340].map(iccid)));
  expect(new Set(subjects).size).toBe(subjects.length);
});
