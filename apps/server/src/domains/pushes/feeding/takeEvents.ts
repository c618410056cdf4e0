import type { Ctx } from '../../../framework/context.ts';
import { type FeedEvent, feedOf } from '../../customerEvents/face.ts';
import { KEPT_MS } from '../pushRules.ts';
import type { SubscriptionRow } from '../pushTables.ts';
import { beyond } from '../subscriptions/subscriptionStore.ts';
import { bodyOf, eventIdOf, laneOf, orderNoOf } from './eventBody.ts';

const AT_ONCE = 1_000;

type Taker = Pick<SubscriptionRow, 'id' | 'customer_id' | 'events' | 'platforms' | 'product_codes' | 'place' | 'since'>;

const rowsOf = (ctx: Ctx, taker: Taker, events: readonly FeedEvent[]) => {
  const now = ctx.clock.now();
  return events.map((event) => ({
    id: ctx.ids.next(),
    customer_id: taker.customer_id,
    subscription_id: taker.id,
    place: event.place,
    event_id: eventIdOf(taker.customer_id, event.place),
    type: event.type,
    iccid: event.iccid,
    order_no: orderNoOf(event),
    happened_at: event.happenedAt,
    body: bodyOf(event),
    lane: laneOf(event),
    state: 'waiting' as const,
    http_status: null,
    duration_ms: null,
    words_zh: null,
    words_en: null,
    next_at: now,
    first_tried_at: null,
    sent_at: null,
    created_at: now,
  }));
};

/**
 * Makes deliveries of what happened behind the subscription's place and moves the place, in one transaction: a killed process
 * has taken all of it or nothing. It goes on while the subscription is paused or suspended, so that nothing is lost meanwhile.
 */
export async function takeEvents(ctx: Ctx, taker: Taker): Promise<number> {
  let { place } = taker;
  let taken = 0;
  const week = new Date(ctx.clock.now().getTime() - KEPT_MS);
  for (;;) {
    const { events, end } = await feedOf(ctx, taker.customer_id, {
      after: place,
      limit: AT_ONCE,
      toldSince: taker.since > week ? taker.since : week,
      types: taker.events,
      ...(taker.platforms.length > 0 ? { platforms: taker.platforms } : {}),
      ...(taker.product_codes.length > 0 ? { productCodes: taker.product_codes } : {}),
    });
    if (end === place) return taken;
    const isMine = await ctx.transact(async (inside) => {
      const moved = await beyond(inside)
        .updateTable('pushes.subscription')
        .set({ place: end })
        .where('id', '=', taker.id)
        .where('place', '=', place)
        .where('removed_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      // Another worker was faster.
      if (!moved) return false;
      if (events.length > 0)
        await beyond(inside)
          .insertInto('pushes.delivery')
          .values(rowsOf(inside, taker, events))
          .execute();
      return true;
    });
    if (!isMine) return taken;
    taken += events.length;
    place = end;
  }
}
