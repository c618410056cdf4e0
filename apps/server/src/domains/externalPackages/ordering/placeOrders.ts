import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { mapConcurrently } from '../../../framework/mapConcurrently.ts';
import { ordersUnclear } from '../events.ts';
import { beyond, sourceById } from '../sources/sourceStore.ts';
import { UNCLEAR_MS } from './orderRules.ts';
import { stepOrder } from './stepOrder.ts';

const AT_ONCE = 100;
const CALLS = 4;
/** What is due sooner than the next sweep has a job of its own. */
const SOON_MS = 60_000;

const open = (ctx: Ctx, sourceId?: string) => {
  const query = beyond(ctx).selectFrom('external_packages.source_order').where('next_at', 'is not', null);
  return sourceId ? query.where('source_id', '=', sourceId) : query;
};

/** Orders that are due at a source, or at all; as long as there are any. Returns how many steps were made. */
export async function placeDue(ctx: Ctx, sourceId?: string, signal?: AbortSignal): Promise<number> {
  let steps = 0;
  while (!signal?.aborted) {
    const due = await open(ctx, sourceId)
      .select('id')
      .where('next_at', '<=', ctx.clock.now())
      .orderBy('next_at')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    if (due.length === 0) break;
    await mapConcurrently(
      due,
      CALLS,
      ({ id }) => stepOrder(ctx, id),
      () => !signal?.aborted,
    );
    steps += due.length;
  }
  return steps;
}

/** Tells once of orders that have had no clear answer for too long, all of a source together. */
export async function tellOfUnclear(ctx: Ctx): Promise<void> {
  const late = await open(ctx)
    .select(['source_id', sql<number>`count(*)::int`.as('n')])
    .where('state', 'in', ['sent', 'accepted'])
    .where('told_at', 'is', null)
    .where('created_at', '<=', new Date(ctx.clock.now().getTime() - UNCLEAR_MS))
    .groupBy('source_id')
    .execute();
  for (const { source_id } of late)
    await ctx.transact(async (inside) => {
      const source = await sourceById(inside, source_id);
      const told = await beyond(inside)
        .updateTable('external_packages.source_order')
        .set({ told_at: inside.clock.now() })
        .where('source_id', '=', source_id)
        .where('next_at', 'is not', null)
        .where('state', 'in', ['sent', 'accepted'])
        .where('told_at', 'is', null)
        .where('created_at', '<=', new Date(inside.clock.now().getTime() - UNCLEAR_MS))
        .returning('order_no')
        .execute();
      if (!source || told.length === 0) return;
      await inside.emit(ordersUnclear, {
        id: inside.ids.next(),
        customerId: source.customer_id,
        sourceId: source_id,
        sourceName: source.name,
        orderNo: told[0]?.order_no ?? '',
        count: told.length,
      });
    });
}

export const placeOrdersJob = job({
  name: 'externalPackages.placeOrders',
  payload: z.object({ sourceId: idSchema }),
  keyed: 'waiting',
  retries: 3,
  run: async (ctx, { sourceId }, signal) => {
    await placeDue(ctx, sourceId, signal);
    const next = await open(ctx, sourceId).select('next_at').orderBy('next_at').executeTakeFirst();
    if (next?.next_at && next.next_at.getTime() - ctx.clock.now().getTime() < SOON_MS)
      await ctx.enqueue(placeOrdersJob, { sourceId }, { key: sourceId, startAfter: next.next_at });
  },
});

/** Whatever is due, whether or not its job was lost; and who has to know. */
export const placeAllJob = job({
  name: 'externalPackages.placeAll',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    await placeDue(ctx, undefined, signal);
    await tellOfUnclear(ctx);
  },
});
