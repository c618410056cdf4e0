import { say, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { carrierAccount } from '../domains/carriers/face.ts';
import { hearDays } from '../domains/pools/limits/hearDays.ts';
import { allowancesOf } from '../domains/pools/membership/allowances.ts';
import { joinPool } from '../domains/pools/membership/joining.ts';
import { lockPools } from '../domains/pools/membership/lockPools.ts';
import { openCycles } from '../domains/pools/membership/opening.ts';
import { insertPool } from '../domains/pools/registry/createPool.ts';
import type { Ctx } from '../framework/context.ts';

/** The shared monthly package of the demo. */
const SHARED = 'LT-M1G';
const OWNER = '10';
/** The cards joined so many days ago: the cycle before is closed, this one is running. */
const DAYS_AGO = 40;
const FROM_EACH = 60;
/** Cards of the second pool, between which and the first the owner can move cards. */
const IN_SECOND = 2;

const NAMES = {
  whole: text('华东共享池', 'East shared pool'),
  second: text('项目 B 共享池', 'Project B pool'),
  east: text('A-EAST 子池', 'A-EAST sub-pool'),
  meters: text('安途车队子池', 'Antu fleet sub-pool'),
};

type Card = { id: string; iccid: string; customer_id: string; carrier_account_id: string; package_id: string };

/** Cards of agent A's tree that have the shared package in use. */
async function cardsWithIt(ctx: Ctx): Promise<Card[]> {
  const { rows } = await sql<Card>`
    select c.id, c.iccid, c.customer_id, c.carrier_account_id, u.package_id
    from cards.v_card c join orders.package_usage u on u.card_id = c.id and u.is_main and u.state = 1
    join packages.package p on p.id = u.package_id
    where p.code = ${SHARED} and c.customer_id in (10, 11, 12) and c.lifecycle <> 'cancelled'
    order by c.id`.execute(ctx.db);
  return rows;
}

/** Two pools of agent A, the first with two sub-pools, and what its cards used since they joined. */
export async function seedPools(ctx: Ctx): Promise<void> {
  const cards = await cardsWithIt(ctx);
  const [first] = cards;
  const account = first && (await carrierAccount(ctx, first.carrier_account_id));
  if (!first || !account || (await ctx.db.selectFrom('pools.pool').select('id').executeTakeFirst())) return;
  await ctx.transact(async (inside) => {
    const then: Ctx = { ...inside, clock: { now: () => new Date(ctx.clock.now().getTime() - DAYS_AGO * DAY_MS) } };
    const made = async (
      parent: { id: string; path: string } | undefined,
      customerId: string,
      code: string,
      name: keyof typeof NAMES,
      quotaBytes: string | null,
    ) => {
      const id = ctx.ids.next();
      await insertPool(then, {
        id,
        customer_id: customerId,
        kind: 'card',
        pool_code: code,
        name: say(NAMES[name], ctx.language),
        parent_id: parent?.id ?? null,
        parentPath: parent?.path ?? '',
        depth: parent ? 1 : 0,
        platform: account.platform,
        carrier_account_id: account.id,
        package_id: first.package_id,
        quota_bytes: quotaBytes,
        oversell_percent: 120,
        contribution_rule: 'byDay',
        cycle_day: account.cycleDay,
        zone: account.zone,
      });
      return { id, path: `${parent?.path ?? ''}${id}/` };
    };
    const whole = await made(undefined, OWNER, 'CP-EAST', 'whole', null);
    const pools = new Map([
      ['10', whole.id],
      ['11', (await made(whole, '11', 'CP-EAST-A', 'east', String(8n * 1024n ** 3n))).id],
      ['12', (await made(whole, '12', 'CP-EAST-B', 'meters', null)).id],
    ]);
    const second = await made(undefined, OWNER, 'CP-PROJECT-B', 'second', null);
    const join = async (poolId: string, some: readonly Card[]) => {
      const pool = (await lockPools(then, [poolId])).get(poolId);
      if (!pool) return;
      const allowances = await allowancesOf(
        then,
        some.map(({ id }) => id),
        pool.package_id,
      );
      await joinPool(
        then,
        pool,
        some.map(({ id, iccid }) => ({ cardId: id, iccid, allowance: allowances.get(id) ?? 0n })),
      );
    };
    for (const [customerId, own] of Map.groupBy(
      cards.filter((card) => card.carrier_account_id === account.id),
      (card) => card.customer_id,
    )) {
      const given = customerId === '12' ? own.slice(0, -IN_SECOND) : own;
      await join(pools.get(customerId) ?? '', given.slice(0, FROM_EACH));
      await join(second.id, own.slice(given.length));
    }
    const members = await inside.db.selectFrom('pools.member').select(['card_id', 'join_day']).execute();
    const since = new Map(members.map((member) => [member.card_id, member.join_day]));
    const days = await inside.db
      .selectFrom('usage.card_day')
      .select(['card_id', 'day', 'bytes'])
      .where(sql<boolean>`card_id = any(${[...since.keys()]}::bigint[])`)
      .execute();
    const rows = days.filter(({ card_id, day }) => day >= (since.get(card_id) ?? day));
    await hearDays(
      inside,
      rows.map((row) => ({ cardId: row.card_id, day: row.day, before: null, bytes: BigInt(row.bytes) })),
    );
    await sql`update pools.pool_cycle set late = 0`.execute(inside.db);
    await lockPools(inside, [...pools.values(), second.id]);
  });
  await openCycles(ctx);
}
