import { PERMISSIONS } from '@cardinal/contract/permissions/catalogue.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { idsOfPath } from '../../customers/face.ts';
import { type GrantedCustomer, gainedByMainRoles } from './newPermissionRules.ts';
import { bumpRightsVersion } from './rightsStore.ts';

/**
 * After an upgrade, once for all processes: main roles get the permissions that are new, as far as they held what stood beside
 * them. Roles that people composed stay as they are.
 */
export async function followNewPermissions(ctx: Ctx): Promise<void> {
  const catalogue = PERMISSIONS.map(({ id }) => id);
  await ctx.transact(async ({ db, clock, log }) => {
    // Of several processes that start at once one inserts them; the others wait for it and find nothing new.
    const { rows: added } = await sql<{ id: string }>`
      insert into identity.known_permission select unnest(${catalogue}::text[]) on conflict do nothing returning id`.execute(
      db,
    );
    if (added.length === 0) return;
    const isAdded = new Set(added.map(({ id }) => id));
    const { rows: customers } = await sql<GrantedCustomer & { path: string }>`
      select c.id, c.path, c.kind, r.permissions as granted
      from customers.v_customer c left join identity.role r on r.customer_id = c.id and r.kind = 'main'
      order by c.level, c.id`.execute(db);
    const gained = gainedByMainRoles(
      customers.map((each) => ({ ...each, parentId: idsOfPath(each.path).at(-2) })),
      catalogue.filter((id) => !isAdded.has(id)),
      [...isAdded],
    );
    for (const [customerId, permissions] of gained) {
      await sql`
        update identity.role set version = version + 1, updated_at = ${clock.now()}, permissions =
          (select array_agg(id order by id) from unnest(permissions || ${permissions}::text[]) as id)
        where customer_id = ${customerId}::bigint and kind = 'main'`.execute(db);
    }
    await bumpRightsVersion(db);
    log.info({ permissions: [...isAdded], mainRoles: gained.size }, 'main roles got new permissions');
  });
}
