import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { mapConcurrently } from '../../../framework/mapConcurrently.ts';
import { takeEvents } from '../feeding/takeEvents.ts';
import { FAILURES_TO_REST } from '../pushRules.ts';
import type { DeliveryRow, SubscriptionRow } from '../pushTables.ts';
import { livingSecrets } from '../signing/secrets.ts';
import { beyond } from '../subscriptions/subscriptionStore.ts';
import { CALL_MS, releaseHold, renewHold, takeHold } from './hold.ts';
import { sendPush } from './sendPush.ts';
import { type Marked, settle } from './settle.ts';

const LANES = 4;
/** With every call as slow as it may be, well within a hold. */
const AT_ONCE = 16;
/** Then it is another subscription's turn. */
const TURN_MS = 20_000;

/** The earliest open delivery of each lane that is due, and what a person asked for again. */
const dueHeads = async (ctx: Ctx, subscriptionId: string, limit: number): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select d.id from pushes.delivery d
    where d.subscription_id = ${subscriptionId} and d.state in ('waiting', 'failed') and d.next_at <= ${ctx.clock.now()}
      and (d.is_replay or not exists (
        select from pushes.delivery e where e.subscription_id = d.subscription_id and e.lane = d.lane and e.place < d.place
          and e.state in ('waiting', 'failed') and not e.is_replay))
    order by d.place limit ${limit}`.execute(beyond(ctx));
  return rows;
};

/** Writes that it is sent before it is: a process killed from here on sends it again, under the same id. */
const mark = (ctx: Ctx, { id: subscriptionId, hold }: SubscriptionRow, id: string): Promise<Marked | undefined> =>
  ctx.transact(async (inside) => {
    const at = inside.clock.now();
    const delivery = await beyond(inside)
      .updateTable('pushes.delivery')
      .set({ attempts: sql`attempts + 1`, first_tried_at: sql`coalesce(first_tried_at, ${at})` })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'failed'])
      .where(
        sql<SqlBool>`exists (select from pushes.subscription s where s.id = ${subscriptionId} and s.hold = ${hold}
          and s.state = 'on' and s.held_until > ${new Date(at.getTime() + CALL_MS)})`,
      )
      .returningAll()
      .executeTakeFirst();
    if (!delivery) return undefined;
    const attemptId = inside.ids.next();
    await beyond(inside)
      .insertInto('pushes.attempt')
      .values({
        id: attemptId,
        customer_id: delivery.customer_id,
        subscription_id: subscriptionId,
        delivery_id: id,
        is_test: false,
        started_at: at,
        ended_at: null,
        is_ok: null,
        http_status: null,
        duration_ms: null,
        words_zh: null,
        words_en: null,
        answer: null,
      })
      .execute();
    return { delivery: delivery as DeliveryRow, attemptId, at };
  });

/** One attempt; whether its address answered well. */
async function deliverOne(
  ctx: Ctx,
  subscription: SubscriptionRow,
  secrets: readonly string[],
  id: string,
): Promise<boolean> {
  const marked = await mark(ctx, subscription, id);
  if (!marked) return true;
  const { event_id, body } = marked.delivery;
  const sent = await sendPush(ctx, {
    url: subscription.url,
    timeoutMs: subscription.timeout_seconds * 1_000,
    secrets,
    id: event_id,
    at: marked.at,
    body: body ?? '',
  });
  await settle(ctx, marked, sent);
  return sent.isOk;
}

/** Sends what is due of one subscription until nothing is, or its turn is over. Answers whether something may be left. */
export async function deliverFor(ctx: Ctx, subscriptionId: string, signal?: AbortSignal): Promise<boolean> {
  const held = await takeHold(ctx, subscriptionId);
  if (!held) return false;
  const over = performance.now() + TURN_MS;
  try {
    while (!signal?.aborted) {
      const subscription = await renewHold(ctx, held);
      if (!subscription) return false;
      await takeEvents(ctx, subscription);
      const { probe_at, failures } = subscription;
      if (probe_at && probe_at > ctx.clock.now()) return false;
      const due = await dueHeads(ctx, subscriptionId, probe_at ? 1 : AT_ONCE);
      if (due.length === 0) return false;
      if (performance.now() > over) return true;
      const secrets = await livingSecrets(ctx, subscriptionId);
      let failed = failures;
      await mapConcurrently(
        due,
        LANES,
        async ({ id }) => {
          failed = (await deliverOne(ctx, subscription, secrets, id)) ? 0 : failed + 1;
        },
        () => !signal?.aborted && (probe_at !== null || failed < FAILURES_TO_REST),
      );
    }
    return false;
  } finally {
    await releaseHold(ctx, held);
  }
}
