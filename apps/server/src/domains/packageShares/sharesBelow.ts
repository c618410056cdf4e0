import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { subtreeIds } from '../customers/face.ts';
import type { Share } from '../packages/face.ts';

/** The shares that a child has given on of a package, and those below it, at a moment: a line for each customer, from the child's own children down. */
export async function sharesBelow(ctx: Ctx, packageId: string, childId: string, at: Date): Promise<Share[][]> {
  const rows = await ctx.db
    .selectFrom('packages.v_share as d')
    .innerJoinLateral(
      (on) =>
        on
          .selectFrom('packages.v_share_price as price')
          .select(['price.share_kind', 'price.share_value'])
          .whereRef('price.distribution_id', '=', 'd.id')
          .where('price.effective_at', '<=', at)
          .orderBy('price.effective_at', 'desc')
          .limit(1)
          .as('agreed'),
      (on) => on.onTrue(),
    )
    .select(['d.customer_id', 'd.from_customer_id', 'agreed.share_kind', 'agreed.share_value'])
    .where('d.package_id', '=', packageId)
    .where('d.state', '=', 'on')
    .where(sql<boolean>`d.customer_id = any(${await subtreeIds(ctx.db, childId)}::bigint[])`)
    .execute();
  const given = Map.groupBy(rows, (row) => row.from_customer_id);
  const linesFrom = (customerId: string): Share[][] =>
    (given.get(customerId) ?? []).flatMap((row) => {
      const own: Share = { kind: row.share_kind, value: BigInt(row.share_value) };
      return [[own], ...linesFrom(row.customer_id).map((line) => [own, ...line])];
    });
  return linesFrom(childId);
}
