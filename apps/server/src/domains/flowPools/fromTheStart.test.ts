import { money } from '@cardinal/primitives/money.ts';
import { iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { drawingCard, flowPoolFaults, flowPoolsUnderTest } from '@cardinal/testing/flowPoolsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lockCards } from '../cards/face.ts';
import { beginningOf, consume, slicesOf } from '../metering/face.ts';
import { sweepRecords } from '../orders/records/sweepRecords.ts';
import { keepFeeds } from './filling/fillPool.ts';
import { passFeeds } from './filling/passFeeds.ts';
import { joinFlowPool, leaveFlowPool, openMembers } from './membership/members.ts';
import { lockPools } from './rating/lockPools.ts';
import { splitDay } from './rating/poolRules.ts';
import { insertFlowPool } from './registry/flowPools.ts';

const under = await forThisFile(flowPoolsUnderTest());
const HOUR = 3_600_000;
const ZONE = 'Asia/Shanghai';
const CARDS = 3;

const which = fc.nat(CARDS - 1);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('grow' as const), which, bytes: fc.nat(150) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('correct' as const), which, bytes: fc.nat(60) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('told' as const), which, back: fc.nat(4), bytes: fc.nat(120) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fill' as const),
      bytes: fc.integer({ min: 1, max: 250 }),
      after: fc.constantFrom(0, 0, 5, 30),
      hours: fc.integer({ min: 2, max: 120 }),
    }),
  },
);
const history = fc.array(fc.tuple(step, fc.integer({ min: 1, max: 30 })), { minLength: 6, maxLength: 22 });

/** What the rules give for all that is known now, from the first day on: of each feed and day, and of each stay and day. */
async function fromTheStart(poolId: string) {
  const { db } = under;
  const members = await db.selectFrom('flow_pools.member_day').selectAll().where('pool_id', '=', poolId).execute();
  const feeds = await db.selectFrom('flow_pools.feed').selectAll().where('pool_id', '=', poolId).execute();
  const marks = await db.selectFrom('flow_pools.mark').selectAll().where('pool_id', '=', poolId).execute();
  const days = Map.groupBy(members, ({ day }) => day);
  const sum = (rows: readonly { offered: string }[]) => rows.reduce((all, { offered }) => all + BigInt(offered), 0n);
  const shares = consume(
    slicesOf(
      [...days].map(([day, rows]) => ({ day, beginsAt: beginningOf(day, ZONE), bytes: sum(rows) })),
      marks.map(({ at, day, bytes }) => ({ at, day, bytes: BigInt(bytes) })),
    ),
    feeds
      .filter(({ begun_at }) => begun_at !== null)
      .map((feed) => ({
        id: feed.id,
        isMain: true,
        bytes: BigInt(feed.total),
        startsAt: feed.starts_at,
        endsAt: feed.ends_at,
      })),
  ).filter(({ allowance }) => allowance !== null);
  const drawn = new Map<string, bigint>();
  for (const { day, bytes } of shares) drawn.set(day, (drawn.get(day) ?? 0n) + bytes);
  const parts = [...days].flatMap(([day, rows]) => {
    const split = splitDay(
      rows.map(({ member_id, offered }) => ({ id: member_id, offered: BigInt(offered) })),
      drawn.get(day) ?? 0n,
    );
    return rows.map(({ member_id }) => `${day} ${member_id} ${split.get(member_id) ?? 0n}`);
  });
  return {
    feeds: shares.map(({ day, allowance, bytes }) => `${day} ${allowance} ${bytes}`).sort(),
    members: parts.sort(),
    kept: members.map(({ day, member_id, drawn: own }) => `${day} ${member_id} ${own}`).sort(),
  };
}

test('whatever is read, told, corrected, bought, joined and left: what is drawn is what the rules give from the start, to the byte', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      under.clock.set('2026-10-20T10:00:00+08:00');
      const pool = await under.ctx.transact(async (inside) => {
        const id = inside.ids.next();
        await insertFlowPool(inside, {
          id,
          customer_id: '10',
          pool_code: `RULES-${id}`,
          name: '规则',
          platform: null,
          carrier_account_id: null,
          cycle_day: 1,
          zone: ZONE,
          needs_package: false,
          thresholds: [50],
          exhausted_action: 4,
        });
        return id;
      });
      const cards = [await drawingCard(under, 100), await drawingCard(under, undefined), await drawingCard(under, 40)];
      const figures = [0, 0, 0];
      for (const [each, hours] of [
        [{ kind: 'move', which: 0 }, 1],
        [{ kind: 'move', which: 1 }, 1],
        ...steps,
      ] as typeof steps) {
        under.clock.advance(hours * HOUR);
        await sweepRecords(under.ctx);
        if (hours % 2 === 0) await passFeeds(under.ctx);
        if (each.kind === 'fill') {
          await under.ctx.transact(async (inside) => {
            const held = (await lockPools(inside, [pool])).get(pool);
            const startsAt = new Date(under.clock.now().getTime() + each.after * HOUR);
            if (held)
              await keepFeeds(
                inside,
                held,
                {
                  ...{
                    orderId: '1',
                    orderNo: 'P1',
                    packageId: '1',
                    packageVersionId: '1',
                    name: '包',
                    price: money(1n),
                  },
                  bytes: BigInt(each.bytes),
                  startsAt,
                  endsAt: new Date(startsAt.getTime() + each.hours * HOUR),
                  lines: [{ id: '1', feedId: inside.ids.next() }],
                },
                BigInt(each.bytes),
              );
          });
          continue;
        }
        const one = cards[each.which] as (typeof cards)[number];
        if (each.kind === 'move') {
          await under.ctx.transact(async (inside) => {
            await lockCards(inside.db, [one.id]);
            const held = (await lockPools(inside, [pool])).get(pool);
            const member = (await openMembers(inside, [one.id])).get(one.id);
            if (held && member) await leaveFlowPool(inside, held, [member]);
            else if (held) await joinFlowPool(inside, held, [{ cardId: one.id, iccid: iccid(one.n) }]);
          });
        } else if (each.kind === 'told') {
          const day = new Date(under.clock.now().getTime() + 8 * HOUR - each.back * 24 * HOUR)
            .toISOString()
            .slice(0, 10);
          await one.read(null, [{ day, bytes: String(each.bytes) }]);
        } else {
          const was = figures[each.which] ?? 0;
          const now = each.kind === 'grow' ? was + each.bytes : Math.max(0, was - each.bytes);
          figures[each.which] = now;
          await one.read(now);
        }
      }
      const told = await fromTheStart(pool);
      const kept = await under.db.selectFrom('flow_pools.feed_day').selectAll().where('pool_id', '=', pool).execute();
      expect(kept.map(({ day, feed_id, bytes }) => `${day} ${feed_id} ${bytes}`).sort()).toEqual(told.feeds);
      expect(told.kept).toEqual(told.members);
      expect(await flowPoolFaults(under)).toEqual([]);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 12) },
  );
}, 540_000);

test('what is split of a day is all of it, to nobody more than he asked for, whoever comes first', () => {
  const offers = fc.array(fc.bigInt(0n, 1_000n), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(offers, fc.bigInt(0n, 8_000n), (asked, most) => {
      const rows = asked.map((offered, at) => ({ id: String(at + 1), offered }));
      const whole = asked.reduce((sum, each) => sum + each, 0n);
      const drawn = most < whole ? most : whole;
      const split = splitDay(rows, drawn);
      expect([...split.values()].reduce((sum, each) => sum + each, 0n)).toBe(drawn);
      for (const { id, offered } of rows) expect((split.get(id) ?? 0n) <= offered).toBe(true);
      expect(new Map(splitDay([...rows].reverse(), drawn))).toEqual(new Map([...split].reverse()));
    }),
  );
});
