import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { customerNames } from '../../customers/face.ts';

export type LevelGiven = { readonly customerId: string; readonly customerName: string; readonly amount: string };

/**
 * What the levels the caller sees gave of an order within a time: negative of what they had earned. The ledger shows no leg of a
 * customer outside the caller's tree.
 */
export async function levelsGiven(
  ctx: Ctx,
  orderId: string,
  { after, until }: { readonly after: Date | null; readonly until: Date },
): Promise<LevelGiven[]> {
  const order = await ctx.db
    .selectFrom('orders.package_order')
    .select('order_no')
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order) return [];
  const rows = await ctx.db
    .selectFrom('ledger.v_transaction as t')
    .innerJoin('ledger.v_leg as g', 'g.transaction_id', 't.id')
    .select(['g.customer_id', sql<string>`sum(g.amount)::bigint`.as('amount')])
    .where('t.business_no', '=', order.order_no)
    .where('t.kind', '=', 'refund')
    .where('t.at', '<=', until)
    .where('t.at', '>', after ?? new Date(0))
    .where('g.kind', 'in', ['profitFrozen', 'profit', 'revenue'])
    .groupBy('g.customer_id')
    .orderBy('g.customer_id')
    .execute();
  const names = await customerNames(
    ctx.db,
    rows.map((row) => row.customer_id),
  );
  return rows.map(({ customer_id, amount }) => ({
    customerId: customer_id,
    customerName: names.get(customer_id) ?? '',
    amount: String(amount),
  }));
}
