import { addCards, card, cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { addRecord } from '@cardinal/testing/ordersUnderTest.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sweepRecords } from '../orders/records/sweepRecords.ts';
import { addToTotals } from '../usage/recordUsage.ts';
import { takeUsage } from '../usage/takeUsage.ts';
import { catchUpJob } from './marks/catchUp.ts';
import { consume, slicesOf } from './rating/consumptionRules.ts';
import { beginningOf } from './rating/recordUse.ts';

const account = { zone: 'Asia/Shanghai', cycleDay: 5 };
const under = await forThisFile(cardsUnderTest());
const HOUR = 3_600_000;
await catchUpJob.run(under.ctx, {}, new AbortController().signal);
let made = 0;

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('grow' as const), bytes: fc.nat(120) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('correct' as const), bytes: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('told' as const), back: fc.nat(4), bytes: fc.nat(90) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      isMain: fc.boolean(),
      bytes: fc.option(fc.nat(200), { freq: 8 }),
      hours: fc.integer({ min: 3, max: 200 }),
    }),
  },
);
const history = fc.array(fc.tuple(step, fc.integer({ min: 1, max: 40 })), { minLength: 5, maxLength: 20 });

/** What the rules give for all that is known now, from the first day on. */
async function fromTheStart(cardId: string): Promise<string[]> {
  const days = await under.db.selectFrom('usage.card_day').selectAll().where('card_id', '=', cardId).execute();
  const marks = await under.db.selectFrom('metering.mark').selectAll().where('card_id', '=', cardId).execute();
  const records = await under.db
    .selectFrom('orders.package_usage')
    .selectAll()
    .where('card_id', '=', cardId)
    .where('state', '>', 0)
    .execute();
  const slices = slicesOf(
    days.map(({ day, bytes }) => ({ day, beginsAt: beginningOf(day, account.zone), bytes: BigInt(bytes) })),
    marks.map(({ at, day, bytes }) => ({ at, day, bytes: BigInt(bytes) })),
  );
  const shares = consume(
    slices,
    records.map((row) => ({
      id: row.id,
      isMain: row.is_main,
      bytes: row.flow_bytes === null ? null : BigInt(row.flow_bytes),
      startsAt: row.starts_at,
      endsAt: row.ends_at,
    })),
  );
  return shares.map(({ day, allowance, bytes }) => `${day} ${allowance ?? 0} ${bytes}`).sort();
}

test('whatever is read, told, corrected and bought: what is kept is what the rules give from the start, to the byte', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      made += 1;
      under.clock.set('2026-10-20T10:00:00+08:00');
      await addCards(under, [{ n: 1_000 + made, customerId: '10' }]);
      const one = await card(under, 1_000 + made);
      let figure = 0;
      let mainUntil = under.clock.now().getTime();
      const read = (cycleBytes: number | null, days: readonly { day: string; bytes: string }[] = []) =>
        under.ctx.transact(async (inside) => {
          const reading = {
            cardId: one.id,
            cycleBytes: cycleBytes?.toString() ?? null,
            days,
            seconds: null,
            messages: null,
          };
          await addToTotals(inside, await takeUsage(inside, account, [reading], under.clock.now()));
        });
      await read(0);
      for (const [each, hours] of steps) {
        under.clock.advance(hours * HOUR);
        await sweepRecords(under.ctx);
        if (each.kind === 'grow') {
          figure += each.bytes;
          await read(figure);
        } else if (each.kind === 'correct') {
          figure = Math.max(0, figure - each.bytes);
          await read(figure);
        } else if (each.kind === 'told') {
          const day = new Date(under.clock.now().getTime() + 8 * HOUR - each.back * 24 * HOUR)
            .toISOString()
            .slice(0, 10);
          await read(null, [{ day, bytes: String(each.bytes) }]);
        } else {
          const now = under.clock.now().getTime();
          const from = each.isMain ? Math.max(now, mainUntil) : now;
          const to = from + each.hours * HOUR;
          if (each.isMain) mainUntil = to;
          await addRecord(under, one, (from - now) / (24 * HOUR), (to - now) / (24 * HOUR), {
            is_main: each.isMain,
            flow_bytes: each.bytes?.toString() ?? null,
          });
          await sweepRecords(under.ctx);
        }
      }
      const kept = await under.db
        .selectFrom('metering.consumption')
        .selectAll()
        .where('card_id', '=', one.id)
        .execute();
      expect(kept.map(({ day, usage_id, bytes }) => `${day} ${usage_id} ${bytes}`).sort()).toEqual(
        await fromTheStart(one.id),
      );
      const totals = await under.db
        .selectFrom('metering.record_use')
        .selectAll()
        .where('card_id', '=', one.id)
        .execute();
      for (const { usage_id, total } of totals) {
        const sum = kept
          .filter((row) => row.usage_id === usage_id)
          .reduce((bytes, row) => bytes + BigInt(row.bytes), 0n);
        expect(BigInt(total)).toBe(sum);
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 12) },
  );
}, 540_000);
