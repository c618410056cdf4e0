import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sessionEnded } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import type { Account } from '../../../framework/context.ts';
import type { Scope } from '../../../framework/scoping.ts';
import type { Database } from '../../../framework/tables.ts';
import type { Remembered } from '../rights/rightsMemory.ts';

export type Caller = { readonly actor: Account; readonly scope: Exclude<Scope, { everything: true }> };
export type Viewed = { readonly customerId: string; readonly path: string; readonly rights: Remembered };

/**
 * A caller viewing as a customer: the customer's menu and figures, with those of its administrator's permissions that the
 * caller holds too, so that viewing reveals nothing else. Ends when the customer leaves the caller's scope.
 */
export async function asViewed(db: Database, own: Caller, viewed: Viewed): Promise<Caller> {
  const reach = new Set(own.scope.customerIds);
  if (!reach.has(viewed.customerId)) throw new Refused(sessionEnded);
  // The published view of the customers room, restricted to the ids of one subtree.
  const { rows } = await sql<{ id: string }>`
    select id from customers.v_customer where path like ${`${viewed.path}%`}`.execute(db);
  return {
    actor: {
      ...own.actor,
      customerId: viewed.customerId,
      viewedFrom: own.actor.customerId,
      roles: viewed.rights.roles,
      isAdmin: false,
      permissions: new Set([...viewed.rights.permissions].filter((each) => own.actor.permissions.has(each))),
    },
    scope: {
      everything: false,
      customerIds: rows.flatMap(({ id }) => (reach.has(id) ? [id] : [])),
      ownCustomerId: viewed.customerId,
      accountId: own.actor.accountId,
    },
  };
}
