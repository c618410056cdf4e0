import { readConsumption } from '@cardinal/contract/api/metering/consumption.ts';
import { addCards, card, cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { addRecord } from '@cardinal/testing/ordersUnderTest.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sweepRecords } from '../orders/records/sweepRecords.ts';
import { takeUsage } from '../usage/takeUsage.ts';
import { catchUpJob } from './marks/catchUp.ts';
import { consumeCalls } from './rating/callRules.ts';
import { beginningOf } from './rating/recordUse.ts';

const account = { zone: 'Asia/Shanghai', cycleDay: 1 };
const HOUR = 3_600_000;
const under = await forThisFile(cardsUnderTest());
const catchUp = () => catchUpJob.run(under.ctx, {}, new AbortController().signal);
let made = 0;

/** A voice card whose cycle has begun at nothing. */
async function voiceCard(wall: string) {
  under.clock.set(`2026-${wall}:00+08:00`);
  made += 1;
  await addCards(under, [{ n: 500 + made, customerId: '10' }]);
  const row = await card(under, 500 + made);
  await under.db.updateTable('cards.card').set({ kind: 2 }).where('id', '=', row.id).execute();
  const read = (seconds: number, messages: number) =>
    under.ctx.transact((inside) =>
      takeUsage(
        inside,
        account,
        [{ cardId: row.id, cycleBytes: null, days: [], seconds: String(seconds), messages }],
        under.clock.now(),
      ),
    );
  /** A package from now on, or as many hours on. */
  const buy = async (hours: number, given: Parameters<typeof addRecord>[4], inHours = 0) => {
    const id = await addRecord(under, row, inHours / 24, (inHours + hours) / 24, { flow_bytes: '0', ...given });
    await sweepRecords(under.ctx);
    return id;
  };
  const panel = async (who = 'agent') => (await under.anew(who)).ask(readConsumption, { query: { cardId: row.id } });
  return { ...row, read, buy, panel };
}

test('minutes and messages are taken of what ends first; what nothing holds is overage, each day of it shown', async () => {
  const one = await voiceCard('11-02T09:00');
  await one.read(0, 0);
  await one.buy(24 * 20, { voice_seconds: '300', sms_count: 5 });
  await one.buy(24 * 3, { is_main: false, voice_seconds: '60', sms_count: null });
  under.clock.advance(HOUR);
  await one.read(100, 2);
  under.clock.advance(24 * HOUR);
  await one.read(400, 9);
  const { packages, overage, callOverage } = await one.panel();
  expect(packages.map(({ calls, messages }) => [calls?.used, messages?.used])).toEqual([
    ['60', undefined],
    ['300', 5],
  ]);
  expect(overage).toEqual([]);
  expect(callOverage).toEqual([{ day: '2026-11-03', seconds: '40', messages: 4 }]);
});

test('a figure that falls gives back; a package that begins within a day counts from what was called by then', async () => {
  const one = await voiceCard('11-02T09:00');
  await one.read(0, 0);
  under.clock.advance(HOUR);
  await one.read(50, 1);
  await one.buy(24 * 20, { voice_seconds: '300', sms_count: 5 });
  under.clock.advance(HOUR);
  await one.read(120, 3);
  const used = async () => {
    const { packages, callOverage } = await one.panel();
    return [packages[0]?.calls?.used, packages[0]?.messages?.used, callOverage[0]?.seconds, callOverage[0]?.messages];
  };
  expect(await used()).toEqual(['70', 2, '50', 1]);
  under.clock.advance(HOUR);
  await one.read(90, 2);
  expect(await used()).toEqual(['40', 1, '50', 1]);
  await one.read(90, 2);
  expect(await used()).toEqual(['40', 1, '50', 1]);
});

test('a card of data has neither; who may not see usage, and strangers, are refused', async () => {
  await addCards(under, [{ n: 499, customerId: '10' }]);
  const data = await card(under, 499);
  const { callOverage } = await (await under.anew('agent')).ask(readConsumption, { query: { cardId: data.id } });
  expect(callOverage).toEqual([]);
  const one = await voiceCard('11-02T09:00');
  const stranger = await under.anew('rival');
  expect((await stranger.call(readConsumption, { query: { cardId: one.id } })).code).toBe('4040801');
});

test('what was called before anything was shared out is gone through once', async () => {
  const one = await voiceCard('11-02T09:00');
  await one.read(0, 0);
  await one.buy(24 * 20, { voice_seconds: '300', sms_count: 5 });
  under.clock.advance(HOUR);
  await one.read(100, 2);
  await under.db.deleteFrom('metering.call_consumption').where('card_id', '=', one.id).execute();
  await under.db.updateTable('metering.catch_up').set({ last_calling_id: '0', calls_finished_at: null }).execute();
  await catchUp();
  expect((await one.panel()).packages[0]?.calls?.used).toBe('100');
  const { calls_finished_at } = await under.db
    .selectFrom('metering.catch_up')
    .select('calls_finished_at')
    .executeTakeFirstOrThrow();
  expect(calls_finished_at).not.toBeNull();
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('call' as const), seconds: fc.nat(150), messages: fc.nat(4) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('correct' as const), seconds: fc.nat(40) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      seconds: fc.option(fc.nat(300)),
      messages: fc.option(fc.nat(9)),
      hours: fc.integer({ min: 3, max: 200 }),
    }),
  },
);

test('whatever is called, corrected and bought: what is kept is what the rules give from the start', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.integer({ min: 1, max: 40 })), { minLength: 5, maxLength: 14 }),
      async (steps) => {
        const one = await voiceCard('11-01T10:00');
        let [seconds, messages] = [0, 0];
        await one.read(0, 0);
        for (const [each, hours] of steps) {
          under.clock.advance(hours * HOUR);
          await sweepRecords(under.ctx);
          if (each.kind === 'call') [seconds, messages] = [seconds + each.seconds, messages + each.messages];
          if (each.kind === 'correct') seconds = Math.max(0, seconds - each.seconds);
          if (each.kind === 'buy')
            await one.buy(each.hours, {
              is_main: false,
              voice_seconds: each.seconds ? String(each.seconds) : null,
              sms_count: each.messages || null,
            });
          else await one.read(seconds, messages);
        }
        const kept = await under.db
          .selectFrom('metering.call_consumption')
          .selectAll()
          .where('card_id', '=', one.id)
          .execute();
        expect(
          kept.map((row) => `${row.day} ${row.usage_id} ${row.seconds} ${row.counted} ${row.messages}`).sort(),
        ).toEqual(await fromTheStart(one.id));
      },
    ),
    { numRuns: Number(process.env['RUNS'] ?? 10) },
  );
}, 540_000);

async function fromTheStart(cardId: string): Promise<string[]> {
  const of = { days: under.db.selectFrom('usage.voice_day'), marks: under.db.selectFrom('metering.mark') };
  const days = await of.days.selectAll().where('card_id', '=', cardId).execute();
  const marks = await of.marks.selectAll().where('card_id', '=', cardId).execute();
  const records = await under.db
    .selectFrom('orders.package_usage')
    .selectAll()
    .where('card_id', '=', cardId)
    .where('state', '>', 0)
    .execute();
  return consumeCalls(
    days.map((row) => ({
      day: row.day,
      beginsAt: beginningOf(row.day, account.zone),
      seconds: BigInt(row.to_seconds) - BigInt(row.from_seconds),
      messages: BigInt(row.to_messages - row.from_messages),
    })),
    marks.map(({ at, day, seconds, messages }) => ({ at, day, seconds: BigInt(seconds), messages: BigInt(messages) })),
    records.map((row) => ({
      id: row.id,
      isMain: row.is_main,
      step: 1n,
      seconds: row.voice_seconds === null ? null : BigInt(row.voice_seconds),
      messages: row.sms_count === null ? null : BigInt(row.sms_count),
      startsAt: row.starts_at,
      endsAt: row.ends_at,
    })),
  )
    .map((share) => `${share.day} ${share.allowance ?? 0} ${share.seconds} ${share.counted} ${share.messages}`)
    .sort();
}
