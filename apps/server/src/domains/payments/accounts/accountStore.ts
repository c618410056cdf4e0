import { collectingAccountNotFound, ownAccountsOnly } from '@cardinal/contract/api/payments/refusals.ts';
import type { RouteChangeKind } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { CollectingAccountRow } from '../paymentTables.ts';
import { accountLabel, inUse } from './accountRules.ts';

/** What the children of a customer pay into, for a scene in a currency. */
export type RouteKey = Pick<CollectingAccountRow, 'customer_id' | 'scene' | 'currency'>;

/** Where the number of an account is sealed; it opens there only. */
export const numberPlace = (id: string): string => `payments.collecting_account:${id}:number`;

const accountsOf = (ctx: Ctx, { customer_id, scene, currency }: RouteKey): Promise<CollectingAccountRow[]> =>
  ctx.db
    .selectFrom('payments.collecting_account')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('scene', '=', scene)
    .where('currency', '=', currency)
    .orderBy('position')
    .execute();

/** The accounts of a route in their order; whoever else changes it waits until this transaction ends. */
export async function holdRoute(ctx: Ctx, key: RouteKey): Promise<CollectingAccountRow[]> {
  // A lock of its own, as a route may have no row yet.
  const name = `payments.route:${key.customer_id}:${key.scene}:${key.currency}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(ctx.db);
  return accountsOf(ctx, key);
}

/** An account of the caller's own customer, with its route held. */
export async function holdOwn(ctx: Ctx, id: string) {
  const found = await ctx.db
    .selectFrom('payments.collecting_account')
    .select(['customer_id', 'scene', 'currency'])
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

/** Writes what was done to an account into the log of its route and of the house; neither learns the number. */
export async function logChange(
  ctx: Ctx,
  account: CollectingAccountRow,
  change: {
    readonly kind: RouteChangeKind;
    readonly before: readonly CollectingAccountRow[];
    readonly after: readonly CollectingAccountRow[];
    readonly reason?: string;
    readonly noted?: { readonly before?: object; readonly after?: object };
  },
): Promise<void> {
  const [from, to] = [inUse(change.before), inUse(change.after)];
  await ctx.db
    .insertInto('payments.route_change')
    .values({
      id: ctx.ids.next(),
      customer_id: account.customer_id,
      scene: account.scene,
      currency: account.currency,
      kind: change.kind,
      account_id: account.id,
      from_id: from?.id ?? null,
      to_id: to?.id ?? null,
      reason: change.reason ?? null,
      changed_by: accountOf(ctx).account,
      at: ctx.clock.now(),
    })
    .execute();
  const used = (row: CollectingAccountRow | undefined) => (row ? accountLabel(row) : null);
  ctx.note({
    objectKind: 'collectingAccount',
    objectId: account.id,
    summary: accountLabel(account),
    before: { used: used(from), ...change.noted?.before },
    after: { change: change.kind, used: used(to), reason: change.reason, ...change.noted?.after },
  });
}
