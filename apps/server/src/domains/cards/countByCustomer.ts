import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { PREPARED } from '../../runtime/prepared.ts';
import type { CardFigures } from '../customers/face.ts';

/** Cards of each of these customers from the tally: a list of customers is no reason to count millions anew. */
export async function countByCustomer(ctx: Ctx, customerIds: readonly string[]): Promise<Map<string, CardFigures>> {
  const rows = await ctx.db
    .selectFrom('cards.card_tally')
    .select([
      'customer_id',
      sql<string>`sum(n)`.as('total'),
      sql<string>`coalesce(sum(n) filter (where lifecycle = 'activated'), 0)`.as('activated'),
      sql<string>`coalesce(sum(n) filter (where lifecycle = 'stopped'), 0)`.as('stopped'),
    ])
    .where(sql<boolean>`customer_id = any(${customerIds}::bigint[])`)
    .groupBy('customer_id')
    .modifyEnd(sql.raw(PREPARED))
    .execute();
  return new Map(
    rows.map((row) => [
      row.customer_id,
      { total: Number(row.total), activated: Number(row.activated), stopped: Number(row.stopped) },
    ]),
  );
}
