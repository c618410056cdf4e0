import {
  builtInRole,
  cannotGrant,
  type saveRole as endpoint,
  roleNameExists,
  wouldLockYouOut,
} from '@cardinal/contract/api/identity/roles.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { ADMIN_ROLE } from '@cardinal/contract/routes/access.ts';
import { type Account, accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { customerOf, idsOfPath } from '../../customers/face.ts';
import type { RoleTable } from '../identityTables.ts';
import { beyondGrant, permissionsOf } from '../rights/rightsRules.ts';
import { bumpRightsVersion, loadCeiling, loadRoles } from '../rights/rightsStore.ts';
import { insertRole } from './roleStore.ts';

/** The permission to edit roles; an account cannot remove its own last one. */
const EDITING = 'roleSys.edit';

/** Creates or changes a role. Its effect applies from the next request of everyone who has it. */
export async function saveRole(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  // The console reserves that word for the built-in administrator.
  if (body.name.toLowerCase() === ADMIN_ROLE) throw refusedAt('name', roleNameExists);
  const permissions = [...new Set(body.permissions)].sort();
  return body.id === undefined ? makeRole(ctx, body, permissions) : changeRole(ctx, body.id, body, permissions);
}

async function makeRole(ctx: Ctx, body: BodyOf<typeof endpoint>, permissions: readonly string[]) {
  const customerId = body.customerId ?? accountOf(ctx).customerId;
  await checkGrant(ctx, { customer_id: customerId, kind: 'custom', permissions: [] }, permissions);
  const role = await insertRole(ctx, {
    customerId,
    kind: 'custom',
    name: body.name,
    description: body.description ?? '',
    permissions,
  });
  ctx.note({
    customerId,
    objectKind: 'role',
    objectId: role.id,
    summary: role.name,
    after: { name: role.name, permissions },
  });
  return { id: role.id, version: role.version };
}

async function changeRole(
  ctx: Ctx,
  id: string,
  body: BodyOf<typeof endpoint>,
  permissions: readonly string[],
): Promise<AnswerOf<typeof endpoint>> {
  const role = await ctx.db.selectFrom('identity.role').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!role) throw new Refused(notFound);
  if (role.version !== body.version) throw new Refused(changedByAnother);
  if (!mayChange(role, accountOf(ctx))) throw new Refused(builtInRole);
  await checkGrant(ctx, role, permissions);
  await refuseLockingOut(ctx, role, permissions);
  const version = role.version + 1;
  await refuseDuplicate(
    'role_name',
    refusedAt('name', roleNameExists),
    ctx.db
      .updateTable('identity.role')
      .set({
        name: body.name,
        description: body.description ?? '',
        permissions: [...permissions],
        version,
        updated_at: ctx.clock.now(),
      })
      .where('id', '=', role.id)
      .execute(),
  );
  await bumpRightsVersion(ctx.db);
  const lost = role.permissions.filter((each) => !permissions.includes(each));
  const gained = permissions.filter((each) => !role.permissions.includes(each));
  ctx.note({
    customerId: role.customer_id,
    objectKind: 'role',
    objectId: role.id,
    summary: body.name,
    before: { name: role.name, description: role.description, removed: lost },
    after: { name: body.name, description: body.description ?? '', added: gained },
  });
  return { id: role.id, version };
}

/** A customer's main role is what the customers above grant it: they change it, the customer cannot. */
export const mayChange = (role: Pick<RoleTable, 'kind' | 'customer_id'>, actor: Account): boolean =>
  role.kind === 'custom' || (role.kind === 'main' && role.customer_id !== actor.customerId);

/** Refuses new permissions in a role that neither the giver nor its customer holds. */
async function checkGrant(
  ctx: Ctx,
  role: Pick<RoleTable, 'customer_id' | 'kind' | 'permissions'>,
  wanted: readonly string[],
): Promise<void> {
  const customer = await customerOf(ctx.db, role.customer_id);
  if (!customer) throw new Refused(notFound);
  // A main role is its customer's own step of the ceiling, so it is checked against the steps above it.
  const steps = idsOfPath(customer.path).slice(0, role.kind === 'main' ? -1 : undefined);
  const ceiling = await loadCeiling(
    ctx.beyondScope('the ceiling follows from the customers above'),
    `/${steps.join('/')}/`,
  );
  if (beyondGrant(wanted, role.permissions, accountOf(ctx).permissions, ceiling).length > 0) {
    throw refusedAt('permissions', cannotGrant);
  }
}

async function refuseLockingOut(ctx: Ctx, role: RoleTable, permissions: readonly string[]): Promise<void> {
  const { accountId, customerId } = accountOf(ctx);
  const db = ctx.beyondScope('my own roles, whatever my data scope');
  const mine = await db
    .selectFrom('identity.account_role')
    .select('role_id')
    .where('account_id', '=', accountId)
    .execute();
  if (!mine.some((held) => held.role_id === role.id)) return;
  const roles = await loadRoles(
    db,
    mine.map((held) => held.role_id),
  );
  const customer = await customerOf(db, customerId);
  const ceiling = await loadCeiling(db, customer?.path ?? '');
  const after = roles.map((each) => (each.id === role.id ? { ...each, permissions } : each));
  if (!permissionsOf(after, ceiling).has(EDITING)) throw new Refused(wouldLockYouOut);
}
