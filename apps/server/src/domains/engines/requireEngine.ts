import { engineCardsExceeded, engineNotSubscribed } from '@cardinal/contract/api/engines/refusals.ts';
import { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import type { EngineCode } from '@cardinal/contract/enumerations/engine.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { customerOf } from '../customers/face.ts';
import { dayOf, engineOf, running } from './engineStore.ts';
import type { SubscriptionRow } from './engineTables.ts';
import { joinCards, writeCount } from './joinCards.ts';

/**
 * The gate of a paid capability: the caller's customer is about to use it for these cards. If the engine requires a
 * subscription, one must be running and have room for the cards; the platform is never refused. The cards join the subscription
 * and the call is counted, so it must run in the transaction of the operation it admits.
 */
export async function requireEngine(ctx: Ctx, code: EngineCode, cardIds: readonly string[]): Promise<void> {
  const { customerId } = accountOf(ctx);
  const [engine, customer] = await Promise.all([engineOf(ctx, code), customerOf(ctx.db, customerId)]);
  const isBound = engine.access === 'subscription' && customer?.kind !== CustomerKind.values.PLATFORM;
  if (isBound) {
    const subscription = await running(ctx, ctx.clock.now())
      .selectAll('s')
      .where('s.customer_id', '=', customerId)
      .where('s.engine_id', '=', engine.id)
      .forUpdate()
      .executeTakeFirst();
    if (!subscription) throw new Refused(engineNotSubscribed);
    await takePlaces(ctx, subscription, cardIds);
  }
  await countCall(ctx, engine.id, customerId, Math.max(1, cardIds.length));
}

/** Either all cards join the subscription or none. An unlimited one needs no places: its cards are counted daily. */
async function takePlaces(ctx: Ctx, subscription: SubscriptionRow, cardIds: readonly string[]): Promise<void> {
  if (subscription.card_limit === null || cardIds.length === 0) return;
  const pair = { engineId: subscription.engine_id, customerId: subscription.customer_id };
  const joined = await joinCards(ctx, pair, cardIds);
  const cards = await writeCount(ctx, pair, null);
  if (joined === 0 || cards <= subscription.card_limit) return;
  const left = Math.max(0, subscription.card_limit - (cards - joined));
  throw new Refused(engineCardsExceeded, { left, more: joined });
}

async function countCall(ctx: Ctx, engineId: string, customerId: string, calls: number): Promise<void> {
  const day = dayOf(ctx.clock.now());
  await ctx.db
    .insertInto('engines.usage')
    .values({ engine_id: engineId, customer_id: customerId, day, calls: String(calls), counted_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'engine_id', 'day'])
        .doUpdateSet({ calls: sql<string>`engines.usage.calls + ${calls}` }),
    )
    .execute();
}

/** Those customers for which a capability works now: automatic processes ask here and wait while it does not. */
export async function servedCustomers(
  ctx: Ctx,
  code: EngineCode,
  customers: readonly { readonly id: string; readonly isPlatform: boolean }[],
): Promise<ReadonlySet<string>> {
  const all = customers.map(({ id }) => id);
  const engine = await engineOf(ctx, code);
  if (engine.access === 'free' || all.length === 0) return new Set(all);
  // The rules may belong to a customer above the card's owner.
  const beyond = { ...ctx, db: ctx.beyondScope('subscriptions of those who keep the rules') };
  const rows = await running(beyond, ctx.clock.now())
    .select('s.customer_id')
    .where('s.engine_id', '=', engine.id)
    .where('s.customer_id', 'in', all)
    .execute();
  const platforms = customers.filter(({ isPlatform }) => isPlatform).map(({ id }) => id);
  return new Set([...platforms, ...rows.map((row) => row.customer_id)]);
}
