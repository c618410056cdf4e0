import { PERMISSIONS } from '@cardinal/contract/permissions/catalogue.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { idsOfPath } from '../../customers/face.ts';
import { type GrantedCustomer, gainedByMainRoles } from './newPermissionRules.ts';
import { bumpRightsVersion } from './rightsStore.ts';

/**
 * After an upgrade, once on all processes together: main roles get the permissions that are new, as far as they held what stood
 * beside them. Roles that people composed stay as they are.
 */
export async function followNewPermissions(ctx: Ctx): Promise<void> {
  await ctx.transact(async (inside) => {
    const catalogue = PERMISSIONS.map(({ id }) => id);
    // Of several processes that start at once one inserts them; the others wait for it and find nothing new.
    const { rows: added } = await sql<{ id: string }>`
      insert into identity.known_permission select unnest(${catalogue}::text[])
      on conflict do nothing returning id`.execute(inside.db);
    if (added.length === 0) return;
    const isAdded = new Set(added.map(({ id }) => id));
    const { rows } = await sql<Pick<GrantedCustomer, 'id' | 'kind' | 'granted'> & { path: string }>`
      select c.id, c.path, c.kind, r.permissions as granted
      from customers.v_customer c
      left join identity.role r on r.customer_id = c.id and r.kind = 'main'
      order by c.level, c.id`.execute(inside.db);
    const gained = gainedByMainRoles(
      rows.map(({ path, ...customer }) => ({ ...customer, parentId: idsOfPath(path).at(-2) })),
      catalogue.filter((id) => !isAdded.has(id)),
      catalogue.filter((id) => isAdded.has(id)),
    );
    for (const [customerId, permissions] of gained) {
      await inside.db
        .updateTable('identity.role')
        .set((column) => ({
          permissions: sql`(select array_agg(id order by id) from unnest(permissions || ${permissions}::text[]) as id)`,
          version: sql`${column.ref('version')} + 1`,
          updated_at: inside.clock.now(),
        }))
        .where('customer_id', '=', customerId)
        .where(sql<SqlBool>`kind = 'main'`)
        .execute();
    }
    if (gained.size === 0) return;
    await bumpRightsVersion(inside.db);
    inside.log.info({ permissions: [...isAdded], mainRoles: gained.size }, 'main roles got new permissions');
  });
}
