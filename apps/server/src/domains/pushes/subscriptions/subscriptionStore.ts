import { pushSubscriptionNotFound } from '@cardinal/contract/api/pushes/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { SubscriptionRow } from '../pushTables.ts';

/** A subscription of the caller's own customer; of anybody else's it is not found. */
export async function ownSubscription(ctx: Ctx, id: string, lock = false): Promise<SubscriptionRow> {
  const query = ctx.db
    .selectFrom('pushes.subscription')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', accountOf(ctx).customerId)
    .where('removed_at', 'is', null);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new Refused(pushSubscriptionNotFound);
  return row;
}

/** Locked until the transaction ends, as the caller saw it. */
export async function lockSubscription(ctx: Ctx, id: string, version: number): Promise<SubscriptionRow> {
  const row = await ownSubscription(ctx, id, true);
  if (row.version !== version) throw new Refused(changedByAnother);
  return row;
}

const WHY = 'events are sent for everybody';
export const beyond = (ctx: Ctx) => ctx.beyondScope(WHY);

export const hostOf = (url: string): string => new URL(url).host;
