import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { pushSuspended } from '../events.ts';
import { FAILURES_TO_REST, judgeFailure, restMs } from '../pushRules.ts';
import type { DeliveryRow, SubscriptionRow } from '../pushTables.ts';
import { beyond, hostOf } from '../subscriptions/subscriptionStore.ts';
import type { Sent } from './sendPush.ts';

export type Marked = { readonly delivery: DeliveryRow; readonly attemptId: string; readonly at: Date };

const RANDOM_STEPS = 1_000;
const chance = (ctx: Ctx): number => ctx.random.int(RANDOM_STEPS) / RANDOM_STEPS;

/** Writes down what came of a call: of the attempt, of its delivery and of the address. */
export const settle = (ctx: Ctx, marked: Marked, sent: Sent): Promise<void> =>
  ctx.transact(async (inside) => {
    const { subscription_id } = marked.delivery;
    const subscription = await beyond(inside)
      .selectFrom('pushes.subscription')
      .selectAll()
      .where('id', '=', subscription_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await beyond(inside)
      .updateTable('pushes.attempt')
      .set({ ended_at: inside.clock.now(), is_ok: sent.isOk, answer: sent.answer, ...said(sent) })
      .where('id', '=', marked.attemptId)
      .execute();
    if (sent.isOk) await settleSuccess(inside, marked, sent, subscription);
    else await settleFailure(inside, marked, sent, subscription);
  });

const said = ({ httpStatus, durationMs, words }: Sent) => ({
  http_status: httpStatus,
  duration_ms: durationMs,
  words_zh: words.zh,
  words_en: words.en,
});

/** A delivery that a person skipped meanwhile stays skipped. */
const change = (ctx: Ctx, { delivery }: Marked, set: Partial<DeliveryRow>) =>
  beyond(ctx)
    .updateTable('pushes.delivery')
    .set(set)
    .where('id', '=', delivery.id)
    .where('state', 'in', ['waiting', 'failed'])
    .execute();

async function settleSuccess(ctx: Ctx, marked: Marked, sent: Sent, subscription: SubscriptionRow): Promise<void> {
  const now = ctx.clock.now();
  await change(ctx, marked, { ...said(sent), state: 'sent', next_at: null, sent_at: now, is_replay: false });
  await beyond(ctx)
    .updateTable('pushes.subscription')
    .set({ failures: 0, failing_since: null, probe_at: null, last_sent_at: now })
    .where('id', '=', subscription.id)
    .execute();
  if (subscription.failures < FAILURES_TO_REST) return;
  // It answers again: what failed meanwhile need not wait for its own turn.
  await beyond(ctx)
    .updateTable('pushes.delivery')
    .set({ next_at: now })
    .where('subscription_id', '=', subscription.id)
    .where('state', '=', 'failed')
    .where('next_at', '>', now)
    .execute();
}

async function settleFailure(ctx: Ctx, marked: Marked, sent: Sent, subscription: SubscriptionRow): Promise<void> {
  const now = ctx.clock.now();
  const failures = marked.delivery.failures + 1;
  const failingSince = subscription.failing_since ?? marked.at;
  const verdict = judgeFailure({
    now,
    httpStatus: sent.httpStatus,
    failures,
    firstTriedAt: marked.delivery.first_tried_at ?? marked.at,
    failingSince,
    random: chance(ctx),
  });
  await change(
    ctx,
    marked,
    verdict.kind === 'giveUp'
      ? { ...said(sent), failures, state: 'givenUp', next_at: null, is_replay: false }
      : { ...said(sent), failures, state: 'failed', next_at: verdict.kind === 'retry' ? verdict.at : now },
  );
  await beyond(ctx)
    .updateTable('pushes.subscription')
    .set({
      ...restOf(ctx, subscription),
      failing_since: failingSince,
      last_error_zh: sent.words.zh,
      last_error_en: sent.words.en,
      last_error_at: now,
    })
    .where('id', '=', subscription.id)
    .execute();
  if (verdict.kind === 'suspend') await suspend(ctx, subscription, sent);
}

/** What was under way when the address began to rest does not make it rest longer. */
function restOf(ctx: Ctx, { failures, probe_at }: SubscriptionRow) {
  const now = ctx.clock.now();
  if (probe_at && probe_at > now) return {};
  const rest = restMs(failures + 1, chance(ctx));
  return { failures: failures + 1, probe_at: rest === undefined ? null : new Date(now.getTime() + rest) };
}

/** Nothing more is sent; its events go on being taken, and wait for a person to resume it. */
async function suspend(ctx: Ctx, { id, customer_id, name, url }: SubscriptionRow, { words }: Sent): Promise<void> {
  const now = ctx.clock.now();
  const suspended = await beyond(ctx)
    .updateTable('pushes.subscription')
    .set({ state: 'suspended', suspended_at: now, version: sql`version + 1`, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .returning('id')
    .executeTakeFirst();
  if (!suspended) return;
  const { waiting } = await beyond(ctx)
    .selectFrom('pushes.delivery')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where('subscription_id', '=', id)
    .where('state', 'in', ['waiting', 'failed'])
    .executeTakeFirstOrThrow();
  await ctx.emit(pushSuspended, {
    id: ctx.ids.next(),
    customerId: customer_id,
    subscriptionId: id,
    name,
    host: hostOf(url),
    reasonZh: words.zh,
    reasonEn: words.en,
    waiting,
  });
}
