import { retailOrderNotFound } from '@cardinal/contract/api/retailOrders/refusals.ts';
import {
  listRetailOrders,
  type remarkOrder as remarkEndpoint,
} from '@cardinal/contract/api/retailOrders/retailOrders.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { shownTitle } from '../buying/shownTitle.ts';
import { ORDER_SOURCES } from '../listings/listingRules.ts';
import { progressOf, refundsDone } from './progress.ts';

export const retailOrderDataset = dataset(listRetailOrders, {
  from: (ctx) =>
    ctx.db
      .selectFrom('retail_orders.retail_order as r')
      .innerJoin('customers.v_customer as c', 'c.id', 'r.customer_id')
      .innerJoin('public_accounts.v_account as a', 'a.id', 'r.account_id')
      .innerJoin('public_accounts.v_end_user as u', 'u.id', 'r.end_user_id'),
  table: 'r',
  columns: {
    customerName: sql`c.name`,
    accountName: sql`a.name`,
    // Each order has one of two sources, by what its account is.
    source: sql`case a.kind when 'miniProgram' then 3 else 1 end`,
  },
  select: (query) =>
    query
      .selectAll('r')
      .select(['c.name as customer_name', 'a.name as account_name', 'a.kind as account_kind', 'u.openid as openid']),
  present: async (rows, ctx) => {
    const done = await refundsDone(ctx, rows);
    return rows.map((row) => ({
      title: shownTitle(ctx, row),
      customerName: row.customer_name,
      accountName: row.account_name,
      source: ORDER_SOURCES[row.account_kind],
      buyer: `…${row.openid.slice(-6)}`,
      collectedBy: row.is_self_collected ? ('self' as const) : ('platform' as const),
      progress: progressOf(row, done.get(row.id) ?? true),
      why: row.why_zh === null ? null : say({ zh: row.why_zh, en: row.why_en ?? row.why_zh }, ctx.language),
    }));
  },
  figures: async (_ctx, filtered) => {
    const rows = (await (
      await filtered()
    )
      .select([
        sql`r.currency`.as('currency'),
        sql<string>`coalesce(sum(r.price) filter (where r.pay_state = 2), 0)`.as('paid'),
        sql<string>`coalesce(sum(r.refunded), 0)`.as('refunded'),
        sql<string>`count(*) filter (where r.pay_state = 2)`.as('n'),
      ])
      .groupBy(sql`r.currency`)
      .orderBy(sql`count(*)`, 'desc')
      .execute()) as { currency: string; paid: string; refunded: string; n: string }[];
    return {
      paid: rows.reduce((all, row) => all + Number(row.n), 0),
      sums: rows.map(({ n: _, ...sums }) => sums),
    };
  },
});

export async function remarkOrder(
  ctx: Ctx,
  { id, remark }: BodyOf<typeof remarkEndpoint>,
): Promise<AnswerOf<typeof remarkEndpoint>> {
  const before = await ctx.db
    .selectFrom('retail_orders.retail_order')
    .select(['order_no', 'remark', 'customer_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new Refused(retailOrderNotFound);
  await ctx.db.updateTable('retail_orders.retail_order').set({ remark }).where('id', '=', id).execute();
  ctx.note({
    objectKind: 'retailOrder',
    objectId: id,
    summary: before.order_no,
    customerId: before.customer_id,
    before: { remark: before.remark },
    after: { remark },
  });
  return DONE;
}
