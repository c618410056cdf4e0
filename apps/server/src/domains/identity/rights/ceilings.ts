import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { idsOfPath } from '../../customers/face.ts';
import { ceilingOf, everyPermission, type Permissions } from './rightsRules.ts';
import { loadMadePermissions } from './rightsStore.ts';
import type { Step } from './setRules.ts';
import { withheldOnWays } from './setStore.ts';

/** The ceilings of several customers in two questions: for lists. */
export async function ceilings(ctx: Ctx, customerIds: readonly string[]): Promise<ReadonlyMap<string, Permissions>> {
  const db = ctx.beyondScope('ceilings follow from the customers above; only rights come out, no row of theirs');
  const { rows } = await sql<Step & { path: string; granted: string[] | null }>`
    select distinct c.id, c.path, c.kind, c.editions, r.permissions as granted
    from customers.v_customer wanted
    join customers.v_customer c on wanted.path like c.path || '%'
    left join identity.role r on r.customer_id = c.id and r.kind = 'main'
    where wanted.id = any(${[...new Set(customerIds)]}::bigint[])`.execute(db);
  const every = everyPermission(await loadMadePermissions(db));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const withheldOn = await withheldOnWays(db, [...byId.keys()]);
  return new Map(
    customerIds.map((id) => {
      const way = idsOfPath(byId.get(id)?.path ?? '').flatMap((step) => byId.get(step) ?? []);
      const withheld = withheldOn(way);
      return [
        id,
        ceilingOf(
          way.map((step, at) => ({ ...step, withheld: withheld[at] })),
          every,
        ),
      ];
    }),
  );
}
