import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Permissions } from './rightsRules.ts';
import { loadCeilings } from './rightsStore.ts';

/** The ceilings of several customers at once: for lists. */
export async function ceilings(ctx: Ctx, customerIds: readonly string[]): Promise<ReadonlyMap<string, Permissions>> {
  const db = ctx.beyondScope('ceilings follow from the customers above; only rights come out, no row of theirs');
  const ids = [...new Set(customerIds)];
  const ofCustomer = await loadCeilings(
    db,
    sql`c.id in (select above.id from customers.v_customer wanted
      join customers.v_customer above on wanted.path like above.path || '%' where wanted.id = any(${ids}::bigint[]))`,
  );
  return new Map(ids.map((id) => [id, ofCustomer(id)]));
}
