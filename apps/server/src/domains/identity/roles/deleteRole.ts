import { builtInRole, roleInUse } from '@cardinal/contract/api/identity/roles.ts';
import { DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { bumpRightsVersion } from '../rights/rightsStore.ts';

/** Only without accounts: a deletion takes rights from nobody. */
export async function deleteRole(ctx: Ctx, id: string) {
  const role = await ctx.db.selectFrom('identity.role').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!role) throw new Refused(notFound);
  if (role.kind !== 'custom') throw new Refused(builtInRole);
  const { n } = await ctx.db
    .selectFrom('identity.account_role')
    .select((column) => column.fn.countAll<string>().as('n'))
    .where('role_id', '=', id)
    .executeTakeFirstOrThrow();
  if (n !== '0') throw new Refused(roleInUse, { n });
  await ctx.db.deleteFrom('identity.role').where('id', '=', id).execute();
  await bumpRightsVersion(ctx.db);
  ctx.note({
    customerId: role.customer_id,
    objectKind: 'role',
    objectId: role.id,
    summary: role.name,
    before: { name: role.name, permissions: role.permissions },
  });
  return DONE;
}
