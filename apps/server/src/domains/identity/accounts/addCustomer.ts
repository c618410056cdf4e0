import type { addCustomer as endpoint } from '@cardinal/contract/api/identity/addCustomer.ts';
import { cannotGrant } from '@cardinal/contract/api/identity/roles.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { suitsKind } from '@cardinal/contract/permissions/suitsKind.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerOf, openCustomer } from '../../customers/face.ts';
import { beyondGrant } from '../rights/rightsRules.ts';
import { loadCeiling } from '../rights/rightsStore.ts';
import { insertRole } from '../roles/roleStore.ts';
import { firstPassword, insertAccount } from './addAccount.ts';

/** The name of a customer's first role. */
export const MAIN_ROLE_NAME = '主账号';

/**
 * Creates a customer with its main role, the upper limit of its roles, and one account that has it. It is here and not in the
 * customers room because sign-ins belong to this one.
 */
export async function addCustomer(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<Commit<AnswerOf<typeof endpoint>>> {
  const { firstAccount, permissions, ...asked } = body;
  const { hash, told } = await firstPassword(ctx, firstAccount.account, firstAccount.password, 'firstAccount.password');
  return async (inside) => {
    const customer = await openCustomer(inside, asked);
    const granted = await mainGrant(inside, body);
    const role = await insertRole(inside, {
      customerId: customer.id,
      kind: 'main',
      name: MAIN_ROLE_NAME,
      description: '',
      permissions: granted,
    });
    const account = await insertAccount(inside, {
      customerId: customer.id,
      account: firstAccount.account,
      name: firstAccount.name,
      phone: firstAccount.phone,
      passwordHash: hash,
      roleIds: [role.id],
      field: 'firstAccount.account',
    });
    inside.note({
      objectKind: 'customer',
      objectId: customer.id,
      summary: customer.name,
      after: { ...asked, account: account.account, permissions: granted.length },
    });
    return { id: customer.id, accountId: account.id, roleId: role.id, password: told };
  };
}

/** The permissions of both giver and parent, as far as they suit the kind; or the requested part of them. */
async function mainGrant(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<string[]> {
  const parent = await customerOf(ctx.db, body.parentId);
  const ceiling = await loadCeiling(
    ctx.beyondScope('the ceiling follows from the customers above'),
    parent?.path ?? '',
  );
  const giver = accountOf(ctx).permissions;
  if (!body.permissions) return [...ceiling].filter((id) => giver.has(id) && suitsKind(id, body.kind)).sort();
  const asked = [...new Set(body.permissions)].sort();
  if (beyondGrant(asked, [], giver, ceiling).length > 0) throw refusedAt('permissions', cannotGrant);
  return asked.filter((id) => suitsKind(id, body.kind));
}
