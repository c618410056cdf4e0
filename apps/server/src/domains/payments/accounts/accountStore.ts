import { collectingAccountNotFound, ownAccountsOnly } from '@cardinal/contract/api/payments/refusals.ts';
import type { RouteChangeKind } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import type { CollectingAccountRow, RouteChangeRow } from '../paymentTables.ts';
import { accountLabel, inUse } from './accountRules.ts';

/** What the children of a customer pay into, for a scene in a currency through a provider. */
export type RouteKey = Pick<CollectingAccountRow, 'customer_id' | 'scene' | 'currency' | 'provider'>;

/** An account with what its merchant says of itself; a bank account has none. */
export type AccountOfRoute = CollectingAccountRow & {
  readonly merchant_name: string | null;
  readonly merchant_is_enabled: boolean | null;
  /** The most it takes in a day over all its routes. */
  readonly merchant_day_most: string | null;
};

/** Where the number of an account is sealed; it opens there only. */
export const numberPlace = (id: string): string => `payments.collecting_account:${id}:number`;

export const accountsIn = (db: Database) =>
  db
    .selectFrom('payments.collecting_account as a')
    .leftJoin('payment_providers.v_merchant as m', 'm.id', 'a.merchant_id')
    .selectAll('a')
    .select(['m.name as merchant_name', 'm.is_enabled as merchant_is_enabled', 'm.day_most as merchant_day_most']);

const accountsOf = (ctx: Ctx, key: RouteKey): Promise<AccountOfRoute[]> =>
  accountsIn(ctx.db)
    .where('a.customer_id', '=', key.customer_id)
    .where('a.scene', '=', key.scene)
    .where('a.currency', '=', key.currency)
    .where('a.provider', '=', key.provider)
    .orderBy('a.position')
    .execute();

/** The accounts of a route in their order; whoever else changes it waits until this transaction ends. */
export async function holdRoute(ctx: Ctx, key: RouteKey): Promise<AccountOfRoute[]> {
  // A lock of its own, as a route may have no row yet.
  const name = `payments.route:${key.customer_id}:${key.scene}:${key.currency}:${key.provider}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(ctx.db);
  return accountsOf(ctx, key);
}

/** An account of the caller's own customer, with its route held. */
export async function holdOwn(ctx: Ctx, id: string) {
  const found = await ctx.db
    .selectFrom('payments.collecting_account')
    .select(['customer_id', 'scene', 'currency', 'provider'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refused(collectingAccountNotFound);
  if (found.customer_id !== accountOf(ctx).customerId) throw new Refused(ownAccountsOnly);
  const accounts = await holdRoute(ctx, found);
  const account = accounts.find((each) => each.id === id);
  if (!account) throw new Refused(collectingAccountNotFound);
  return { account, accounts };
}

/** Puts the accounts of a route in this order, in one statement: no two share a place meanwhile. */
export async function putInOrder(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await sql`
    update payments.collecting_account a set position = o.place
    from unnest(${ids}::bigint[]) with ordinality as o (id, place) where a.id = o.id`.execute(ctx.db);
}

/** Writes a change into the log of the account's route. */
export async function keepChange(
  ctx: Ctx,
  account: AccountOfRoute,
  change: Pick<RouteChangeRow, 'kind' | 'from_id' | 'to_id' | 'reason' | 'changed_by'>,
): Promise<string> {
  const id = ctx.ids.next();
  const { customer_id, scene, currency, provider } = account;
  await ctx.db
    .insertInto('payments.route_change')
    .values({ ...change, id, customer_id, scene, currency, provider, account_id: account.id, at: ctx.clock.now() })
    .execute();
  return id;
}

/** Writes what was done to an account into the log of its route and of the house; neither learns the number. */
export async function logChange(
  ctx: Ctx,
  account: AccountOfRoute,
  change: {
    readonly kind: RouteChangeKind;
    readonly before: readonly AccountOfRoute[];
    readonly after: readonly AccountOfRoute[];
    readonly reason?: string;
    readonly noted?: { readonly before?: object; readonly after?: object };
  },
): Promise<void> {
  const [from, to] = [inUse(change.before), inUse(change.after)];
  await keepChange(ctx, account, {
    kind: change.kind,
    from_id: from?.id ?? null,
    to_id: to?.id ?? null,
    reason: change.reason ?? null,
    changed_by: accountOf(ctx).account,
  });
  const used = (row: AccountOfRoute | undefined) => (row ? accountLabel(row) : null);
  ctx.note({
    objectKind: 'collectingAccount',
    objectId: account.id,
    summary: accountLabel(account),
    before: { used: used(from), ...change.noted?.before },
    after: { change: change.kind, used: used(to), reason: change.reason, ...change.noted?.after },
  });
}
