import {
  MOST_REPLAYED,
  type replayPushes as replayEndpoint,
  type skipPushes as skipEndpoint,
} from '@cardinal/contract/api/pushes/deliveries.ts';
import {
  noOpenPush,
  nothingToReplay,
  pushDeliveryNotFound,
  tooManyReplays,
} from '@cardinal/contract/api/pushes/refusals.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type SqlBool, sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { wake } from '../delivering/jobs.ts';
import { ownSubscription } from '../subscriptions/subscriptionStore.ts';

type Replay = BodyOf<typeof replayEndpoint>;

/** Those of the caller's customer that are meant; a foreign one is not found, as one that does not exist. */
async function found(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)];
  const rows = await ctx.db
    .selectFrom('pushes.delivery')
    .select('id')
    .where('customer_id', '=', accountOf(ctx).customerId)
    .where(sql<SqlBool>`id = any(${wanted}::bigint[])`)
    .execute();
  if (rows.length < wanted.length) throw new Refused(pushDeliveryNotFound);
  return wanted;
}

async function inRange(ctx: Ctx, range: Extract<Replay, { by: 'range' }>): Promise<string[]> {
  const { id } = await ownSubscription(ctx, range.subscriptionId);
  let query = ctx.db
    .selectFrom('pushes.delivery')
    .select('id')
    .where('customer_id', '=', accountOf(ctx).customerId)
    .where('subscription_id', '=', id)
    .where('is_test', '=', false)
    .where('created_at', '>=', new Date(range.from))
    .where('created_at', '<=', new Date(range.to));
  if (range.isUndeliveredOnly) query = query.where('state', '!=', 'sent');
  const { n } = await ctx.db
    .selectFrom(query.as('r'))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  if (n > MOST_REPLAYED) throw refusedAt('to', tooManyReplays, { most: MOST_REPLAYED, found: n });
  return (await query.execute()).map((row) => row.id);
}

/**
 * Sends deliveries again under the ids of their events: what is open is due at once, all else is sent outside the order of its
 * card, since what followed it has been sent already. Left: what has no body any more, and tests.
 */
export async function replayPushes(ctx: Ctx, body: Replay): Promise<AnswerOf<typeof replayEndpoint>> {
  const wanted = body.by === 'rows' ? await found(ctx, body.ids) : await inRange(ctx, body);
  const { rows } = await sql<{ subscription_id: string }>`
    update pushes.delivery d set
      is_replay = d.is_replay or d.state not in ('waiting', 'failed'),
      state = case when d.state in ('waiting', 'failed') then d.state else 'waiting' end,
      next_at = ${ctx.clock.now()}, failures = 0, first_tried_at = null, sent_at = null
    from pushes.subscription s
    where d.id = any(${wanted}::bigint[]) and d.body is not null and not d.is_test
      and s.id = d.subscription_id and s.state = 'on' and s.removed_at is null
    returning d.subscription_id`.execute(ctx.beyondScope('the deliveries were found in scope'));
  if (rows.length === 0) throw new Refused(nothingToReplay);
  const subscriptions = [...new Set(rows.map(({ subscription_id }) => subscription_id))].sort();
  await ctx.db
    .updateTable('pushes.subscription')
    .set({ probe_at: null })
    .where(sql<SqlBool>`id = any(${subscriptions}::bigint[])`)
    .execute();
  for (const id of subscriptions) await wake(ctx, id);
  ctx.note({
    objectKind: 'pushDelivery',
    ...(wanted.length === 1 ? { objectId: wanted[0] as string } : {}),
    after: { replayed: rows.length, ...(body.by === 'range' ? { from: body.from, to: body.to } : {}) },
  });
  return { replayed: rows.length, left: wanted.length - rows.length };
}

/** What is being sent at this moment may still arrive. */
export async function skipPushes(
  ctx: Ctx,
  { ids }: BodyOf<typeof skipEndpoint>,
): Promise<AnswerOf<typeof skipEndpoint>> {
  const wanted = await found(ctx, ids);
  const rows = await ctx.db
    .updateTable('pushes.delivery')
    .set({ state: 'skipped', next_at: null, is_replay: false })
    .where(sql<SqlBool>`id = any(${wanted}::bigint[])`)
    .where('state', 'in', ['waiting', 'failed'])
    .returning('subscription_id')
    .execute();
  if (rows.length === 0) throw new Refused(noOpenPush);
  for (const id of [...new Set(rows.map(({ subscription_id }) => subscription_id))].sort()) await wake(ctx, id);
  ctx.note({
    objectKind: 'pushDelivery',
    ...(wanted.length === 1 ? { objectId: wanted[0] as string } : {}),
    after: { skipped: rows.length },
  });
  return { skipped: rows.length, left: wanted.length - rows.length };
}
