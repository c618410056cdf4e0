import type { Lifecycle } from '@cardinal/contract/enumerations/card.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { ProductCards } from '../../catalogue/face.ts';

/** Cards of the caller's subtree per product, by customer, lifecycle and terms version. */
export async function countByProduct(ctx: Ctx, codes: readonly string[]): Promise<readonly ProductCards[]> {
  const rows = await ctx.db
    .selectFrom('cards.v_card')
    .select(['product_code', 'customer_id', 'lifecycle', 'product_version', sql<string>`count(*)`.as('n')])
    .where('product_code', 'in', [...codes])
    .groupBy(['product_code', 'customer_id', 'lifecycle', 'product_version'])
    .execute();
  return rows.map((row) => ({
    code: row.product_code ?? '',
    customerId: row.customer_id,
    lifecycle: row.lifecycle as Lifecycle,
    version: row.product_version,
    cards: Number(row.n),
  }));
}
