import {
  engineOffShelf,
  engineRunsAlready,
  subscriptionEnded,
  trialGrantedBefore,
  trialTooLong,
} from '@cardinal/contract/api/engines/refusals.ts';
import type {
  stopSubscription as stopEndpoint,
  grantTrial as trialEndpoint,
} from '@cardinal/contract/api/engines/subscriptions.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { refusedAt } from '../../framework/duplicates.ts';
import { countCardsJob } from './countCards.ts';
import { buyerOf } from './customerPrices.ts';
import { runsIn, spanOf, stateAt } from './engineRules.ts';
import { enginesById, lockEngine } from './engineStore.ts';

export async function grantTrial(
  ctx: Ctx,
  { engineId, customerId, days, cardLimit, again }: BodyOf<typeof trialEndpoint>,
): Promise<AnswerOf<typeof trialEndpoint>> {
  const now = ctx.clock.now();
  // Locked, so that of two concurrent grants the second sees the first.
  const engine = await lockEngine(ctx, engineId);
  const customer = await buyerOf(ctx, customerId);
  if (engine.state !== 'on') throw refusedAt('engineId', engineOffShelf);
  if (days > engine.trial_days) throw refusedAt('days', trialTooLong, { max: engine.trial_days });
  const earlier = await ctx.db
    .selectFrom('engines.subscription')
    .selectAll()
    .where('engine_id', '=', engineId)
    .where('customer_id', '=', customerId)
    .execute();
  if (earlier.some((each) => runsIn(stateAt(each, now)))) throw refusedAt('customerId', engineRunsAlready);
  if (!again && earlier.some((each) => each.is_trial)) throw refusedAt('customerId', trialGrantedBefore);
  const id = ctx.ids.next();
  const span = spanOf(now, days, engine.grace_days);
  await ctx.db
    .insertInto('engines.subscription')
    .values({
      id,
      engine_id: engineId,
      customer_id: customerId,
      is_trial: true,
      card_limit: cardLimit,
      starts_at: now,
      ...span,
      granted_by: accountOf(ctx).account,
      stopped_at: null,
      stopped_by: null,
      stop_reason: null,
    })
    .execute();
  await ctx.enqueue(countCardsJob, {}, { key: 'granted' });
  ctx.note({
    objectKind: 'engineSubscription',
    objectId: id,
    customerId,
    summary: text(`${engine.name_zh} · ${customer.name}`, `${engine.name_en} · ${customer.name}`),
    after: { days, cardLimit, endsAt: span.ends_at },
  });
  return { id, endsAt: span.ends_at.toISOString() };
}

export async function stopSubscription(ctx: Ctx, { id, reason }: BodyOf<typeof stopEndpoint>): Promise<typeof DONE> {
  const now = ctx.clock.now();
  const row = await ctx.db
    .selectFrom('engines.subscription')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(notFound);
  if (!runsIn(stateAt(row, now))) throw new Refused(subscriptionEnded);
  const engine = (await enginesById(ctx)).get(row.engine_id);
  await ctx.db
    .updateTable('engines.subscription')
    .set({ stopped_at: now, stopped_by: accountOf(ctx).account, stop_reason: reason })
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'engineSubscription',
    objectId: id,
    customerId: row.customer_id,
    summary: text(engine?.name_zh ?? '', engine?.name_en ?? ''),
    before: { state: stateAt(row, now) },
    after: { state: 'stopped', reason },
  });
  return DONE;
}
