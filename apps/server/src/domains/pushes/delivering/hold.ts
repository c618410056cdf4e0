import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { SubscriptionRow } from '../pushTables.ts';
import { beyond } from '../subscriptions/subscriptionStore.ts';

/** Longer than all that is sent between two renewals. */
const HOLD_MS = 60_000;
/** A call is begun only while the hold lasts longer than the call may. */
export const CALL_MS = 15_000;

const until = (ctx: Ctx) => new Date(ctx.clock.now().getTime() + HOLD_MS);

/** Takes a subscription for one worker: two would send the events of a card out of order. */
export const takeHold = (ctx: Ctx, id: string): Promise<SubscriptionRow | undefined> =>
  beyond(ctx)
    .updateTable('pushes.subscription')
    .set({ hold: sql`hold + 1`, held_until: until(ctx) })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .where('removed_at', 'is', null)
    .where((on) => on.or([on('held_until', 'is', null), on('held_until', '<=', ctx.clock.now())]))
    .returningAll()
    .executeTakeFirst();

/** As it is now; undefined once it is another's, or nobody's to send to. */
export const renewHold = (ctx: Ctx, { id, hold }: SubscriptionRow): Promise<SubscriptionRow | undefined> =>
  beyond(ctx)
    .updateTable('pushes.subscription')
    .set({ held_until: until(ctx) })
    .where('id', '=', id)
    .where('hold', '=', hold)
    .where('state', '=', 'on')
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

export const releaseHold = (ctx: Ctx, { id, hold }: SubscriptionRow): Promise<unknown> =>
  beyond(ctx)
    .updateTable('pushes.subscription')
    .set({ held_until: null })
    .where('id', '=', id)
    .where('hold', '=', hold)
    .execute();
