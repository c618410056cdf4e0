import type { readMe as endpoint } from '@cardinal/contract/api/identity/identity.ts';
import type { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import { type Account, accountOf, type Ctx } from '../../../framework/context.ts';
import { customerOf, idsOfPath } from '../../customers/face.ts';
import { roleWord } from '../rights/rightsRules.ts';
import { rightsOfAccount } from '../rights/rightsStore.ts';
import { homeOf } from '../rights/setRules.ts';
import { setsInForce } from '../rights/setStore.ts';

type SignedIn = Omit<AnswerOf<typeof endpoint>, 'sessionId' | 'home'>;

/** What the console learns about an account that has just signed in or asks who it is; the latter passes its rights. */
export async function signedIn(
  ctx: Ctx,
  accountId: string,
  expiresAt: Date,
  known?: Pick<Account, 'roles' | 'permissions' | 'customerId' | 'viewedFrom' | 'mustChangePassword'>,
): Promise<SignedIn> {
  const db = ctx.beyondScope('an account may always know its own customer, also when its data scope leaves it out');
  // The published view of the customers room, restricted to the account's own customer.
  const { rows } = await sql<{
    account: string;
    name: string;
    must_change_password: boolean;
    customer_id: string;
    customer_name: string;
    code: string;
    kind: CustomerKind;
    editions: Edition[];
  }>`
    select a.account, a.name, a.must_change_password, c.id as customer_id, c.name as customer_name, c.code, c.kind, c.editions
    from identity.account a join customers.v_customer c on c.id = coalesce(${known?.customerId ?? null}::bigint, a.customer_id)
    where a.id = ${accountId}`.execute(db);
  const row = rows[0]!;
  const rights = known ?? (await readRights(ctx, accountId));
  return {
    expiresAt: expiresAt.toISOString(),
    account: { id: accountId, account: row.account, name: row.name },
    customer: { id: row.customer_id, name: row.customer_name, code: row.code, kind: row.kind, editions: row.editions },
    roles: [...rights.roles],
    permissions: [...rights.permissions].sort(),
    mustChangePassword: known?.mustChangePassword ?? row.must_change_password,
    isViewing: known?.viewedFrom !== undefined,
  };
}

async function readRights(ctx: Ctx, accountId: string) {
  const { roles, permissions } = await rightsOfAccount(ctx, accountId);
  return { roles: roles.map(roleWord), permissions };
}

export async function readMe(ctx: Ctx): Promise<AnswerOf<typeof endpoint>> {
  const actor = accountOf(ctx);
  const { sessionId, accountId } = actor;
  const session = await ctx
    .beyondScope('my own session, whatever my data scope')
    .selectFrom('identity.session')
    .select('expires_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const [shown, home] = await Promise.all([signedIn(ctx, accountId, session.expires_at, actor), ownHome(ctx)]);
  return { sessionId, ...shown, home };
}

/** An account that sees everything starts at home. */
async function ownHome(ctx: Ctx): Promise<string | null> {
  const { customerId, isAdmin } = accountOf(ctx);
  if (isAdmin) return null;
  const db = ctx.beyondScope('the sets of the customers above count; only an address comes out');
  const customer = await customerOf(db, customerId);
  return customer ? homeOf(await setsInForce(db, idsOfPath(customer.path))) : null;
}
