import { sql } from 'kysely';
import type { Account, Ctx } from '../../framework/context.ts';
import type { Scope } from '../../framework/scoping.ts';
import { reach } from './rights/reach.ts';
import { roleWord } from './rights/rightsRules.ts';
import { rightsOfAccount } from './rights/rightsStore.ts';
import { shortFor } from './rights/shortScope.ts';

/**
 * An account in its present state, without a session: for work that continues after its request, such as an export. Undefined
 * if the account or its customer is gone or disabled. Pass the result to `ctx.actAs`.
 */
export async function actorOf(ctx: Ctx, accountId: string): Promise<{ actor: Account; scope: Scope } | undefined> {
  const db = ctx.beyondScope('a job asks for the rights of the account it works for');
  const { rows } = await sql<{
    account: string;
    customer_id: string;
    must_change_password: boolean;
    path: string;
    is_subtree: boolean;
    of: string;
    ids: string[];
  }>`
    select a.account, a.customer_id, a.must_change_password, c.path, a.data_scope = 'subtree' as is_subtree,
      (select count(*) from customers.v_customer) as of, ${reach} as ids
    from identity.account a join customers.v_customer c on c.id = a.customer_id
    where a.id = ${accountId}::bigint and a.status = 1 and a.deleted_at is null and c.status = 1`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { roles, permissions } = await rightsOfAccount(ctx, accountId);
  return {
    actor: {
      kind: 'account',
      accountId,
      account: found.account,
      customerId: found.customer_id,
      sessionId: '0',
      roles: roles.map(roleWord),
      isAdmin: roles.some((role) => role.kind === 'admin'),
      permissions,
      mustChangePassword: found.must_change_password,
    },
    scope: {
      everything: false,
      customerIds: found.ids,
      ...(found.is_subtree && shortFor({ ids: found.ids, isWhole: found.ids.length === Number(found.of) }, found.path)),
      ownCustomerId: found.customer_id,
      accountId,
    },
  };
}
