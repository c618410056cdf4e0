import { roleNameExists } from '@cardinal/contract/api/identity/roles.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import type { RoleTable } from '../identityTables.ts';
import { bumpRightsVersion } from '../rights/rightsStore.ts';

export type NewRole = {
  readonly customerId: string;
  readonly kind: RoleTable['kind'];
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly string[];
};

export async function insertRole(ctx: Ctx, asked: NewRole): Promise<RoleTable> {
  const now = ctx.clock.now();
  const row: RoleTable = {
    id: ctx.ids.next(),
    customer_id: asked.customerId,
    kind: asked.kind,
    name: asked.name,
    description: asked.description,
    permissions: [...asked.permissions],
    created_at: now,
    updated_at: now,
    version: 1,
  };
  await refuseDuplicate(
    'role_name',
    refusedAt('name', roleNameExists),
    ctx.db.insertInto('identity.role').values(row).execute(),
  );
  await bumpRightsVersion(ctx.db);
  return row;
}
