import { say, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { carrierAccount } from '../domains/carriers/face.ts';
import { keepFeeds } from '../domains/flowPools/filling/fillPool.ts';
import { hearShares } from '../domains/flowPools/membership/hearShares.ts';
import { joinFlowPool } from '../domains/flowPools/membership/members.ts';
import { lockPools } from '../domains/flowPools/rating/lockPools.ts';
import { insertFlowPool } from '../domains/flowPools/registry/flowPools.ts';
import { sellForPool } from '../domains/orders/face.ts';
import type { Ctx } from '../framework/context.ts';
import { actingAs } from './demoSales.ts';

const OWNER = '10';
const CARDS = 30;
const DAYS_AGO = 12;
const GB = 1024n ** 3n;
/** Behind the ids of the demo's other packages. */
const PACKAGE = { id: '8901', version: '80901', code: 'LT-P50G' };

const NAMES = {
  pool: text('华东流量池', 'East flow pool'),
  package: text('联通50GB流量池包', 'Unicom 50 GB pool package'),
};

/** A package that fills pools, which the platform has and gives to agent A, and A to its children. */
async function seedPackage(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const made = new Date(now.getTime() - 60 * DAY_MS);
  await sql`
    insert into packages.package
    select (jsonb_populate_record(p, jsonb_build_object('id', ${PACKAGE.id}::text, 'code', ${PACKAGE.code}::text,
      'name', ${say(NAMES.package, ctx.language)}::text, 'type', 'flow', 'mode', 2, 'carrier_account_id', null, 'label', 'none',
      'carrier_package_code', null, 'current_version_id', ${PACKAGE.version}::text, 'cost_price', 20000, 'shelf_state', 1,
      'created_at', ${made}::timestamptz, 'updated_at', ${made}::timestamptz, 'version', 1))).*
    from packages.package p where p.code = 'LT-M5G'`.execute(ctx.db);
  await sql`insert into packages.package_code (code, package_id) values (${PACKAGE.code}, ${PACKAGE.id})`.execute(
    ctx.db,
  );
  await sql`
    insert into packages.package_version
    select (jsonb_populate_record(v, jsonb_build_object('id', ${PACKAGE.version}::text, 'package_id', ${PACKAGE.id}::text,
      'number', 1, 'flow_bytes', ${String(50n * GB)}::text, 'flow_spec_id', null, 'period_spec_id', null, 'boundary', 3,
      'validity_unit', 1, 'validity_count', 1, 'created_at', ${made}::timestamptz))).*
    from packages.package_version v join packages.package p on p.current_version_id = v.id where p.code = 'LT-M5G'`.execute(
    ctx.db,
  );
  for (const [to, from, reserve] of [
    ['1', null, null],
    [OWNER, '1', 25_000],
    ['11', OWNER, 28_000],
    ['12', OWNER, 30_000],
  ] as const) {
    const id = ctx.ids.next();
    await sql`
      insert into packages.package_distribution (id, package_id, customer_id, from_customer_id, state, given_at, recalled_at, updated_at)
      values (${id}, ${PACKAGE.id}, ${to}, ${from}, 'on', ${made}, null, ${made})`.execute(ctx.db);
    if (reserve !== null)
      await sql`
        insert into packages.package_price (distribution_id, effective_at, reserve_price, min_price, suggest_price, currency, set_by, created_at)
        values (${id}, ${made}, ${reserve}, ${reserve}, ${reserve + 3_000}, 'CNY', 'operator', ${made})`.execute(
        ctx.db,
      );
  }
}

/** A flow pool of agent A with cards that have used beyond their packages, filled in time. */
export async function seedFlowPools(ctx: Ctx): Promise<void> {
  const { rows: cards } = await sql<{ id: string; iccid: string; carrier_account_id: string }>`
    select c.id, c.iccid, c.carrier_account_id from cards.v_card c
    where c.customer_id = ${OWNER} and c.lifecycle = 'activated' and c.carrier_account_id = '101'
      and not exists (select from pools.card_in_pool i where i.card_id = c.id)
      and c.flow_used > 0
    order by exists (select from orders.package_usage u where u.card_id = c.id and u.state = 1), c.id limit ${CARDS}`.execute(
    ctx.db,
  );
  const account = cards[0] && (await carrierAccount(ctx, cards[0].carrier_account_id));
  if (!account || (await ctx.db.selectFrom('flow_pools.pool').select('id').executeTakeFirst())) return;
  await seedPackage(ctx);
  const id = ctx.ids.next();
  await ctx.transact(async (inside) => {
    const then: Ctx = { ...inside, clock: { now: () => new Date(ctx.clock.now().getTime() - DAYS_AGO * DAY_MS) } };
    await insertFlowPool(then, {
      id,
      customer_id: OWNER,
      pool_code: 'FP-EAST',
      name: say(NAMES.pool, ctx.language),
      platform: account.platform,
      carrier_account_id: account.id,
      cycle_day: 1,
      zone: account.zone,
      needs_package: false,
      thresholds: [60, 80, 95],
      exhausted_action: 4,
    });
    const pool = (await lockPools(then, [id])).get(id);
    if (!pool) return;
    await joinFlowPool(
      then,
      pool,
      cards.map((card) => ({ cardId: card.id, iccid: card.iccid })),
    );
    const acting = actingAs(inside, OWNER, { id: '1003', account: 'agent' }, false);
    const filled = { id, poolCode: pool.pool_code, customerId: OWNER, lastEndsAt: null };
    const sold = await sellForPool(
      acting,
      { ...filled, clock: { zone: pool.zone, cycleDay: 1 } },
      { packageId: PACKAGE.id, count: 3, effectiveType: 0 },
    );
    // Bought when the pool was made: its cards have drawn on it since.
    if (sold?.bytes) await keepFeeds(then, pool, { ...sold, startsAt: then.clock.now() }, sold.bytes);
    await hearShares(
      inside,
      cards.map((card) => ({ cardId: card.id, fromDay: '2000-01-01' })),
    );
  });
}
