import { BODY_DAYS } from '@cardinal/contract/api/pushes/deliveries.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type SqlBool, sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { mapConcurrently } from '../../../framework/mapConcurrently.ts';
import { takeEvents } from '../feeding/takeEvents.ts';
import { KEPT_MS } from '../pushRules.ts';
import { beyond } from '../subscriptions/subscriptionStore.ts';
import { deliverFor } from './deliver.ts';

const DAY_MS = 86_400_000;
/** So long the rows themselves are kept. */
const ROW_DAYS = 180;
const TAKERS = 4;
const BATCH = 5_000;

export const deliverJob = job({
  name: 'pushes.deliver',
  payload: z.object({ subscriptionId: idSchema }),
  keyed: 'waiting',
  concurrency: 4,
  retries: 3,
  run: async (ctx, { subscriptionId }, signal) => {
    if (await deliverFor(ctx, subscriptionId, signal)) await wake(ctx, subscriptionId);
  },
});

export const wake = (ctx: Ctx, subscriptionId: string) =>
  ctx.enqueue(deliverJob, { subscriptionId }, { key: subscriptionId });

/**
 * Wakes the subscriptions of customers to whom something has just been told. Where another transaction is waking the same one,
 * it is left to that or to the next minute: nobody waits for a lock.
 */
export async function wakeOf(ctx: Ctx, customerIds: readonly string[]): Promise<void> {
  const living = await beyond(ctx)
    .selectFrom('pushes.subscription')
    .select('id')
    .where('state', '=', 'on')
    .where('removed_at', 'is', null)
    .where(sql<SqlBool>`customer_id = any(${[...customerIds]}::bigint[])`)
    .orderBy('id')
    .execute();
  for (const { id } of living) {
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`pushes.wake:${id}`}, 0)) as is_mine`.execute(beyond(ctx));
    if (rows[0]?.is_mine) await wake(ctx, id);
  }
}

const TOO_OLD = text('七天内未送达', 'Not delivered within seven days');

/** What could not be delivered for seven days is given up, whatever its subscription's state. */
export function giveUpOld(ctx: Ctx): Promise<unknown> {
  const week = new Date(ctx.clock.now().getTime() - KEPT_MS);
  return beyond(ctx)
    .updateTable('pushes.delivery')
    .set({ state: 'givenUp', next_at: null, is_replay: false, words_zh: TOO_OLD.zh, words_en: TOO_OLD.en })
    .where('state', 'in', ['waiting', 'failed'])
    .where(sql<SqlBool>`(next_at < ${week} or created_at < ${week} and not is_replay)`)
    .execute();
}

/** Takes what was told, for every subscription, and wakes those that have something due. */
export const deliverAllJob = job({
  name: 'pushes.deliverAll',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    const living = await beyond(ctx)
      .selectFrom('pushes.subscription')
      .selectAll()
      .where('removed_at', 'is', null)
      .execute();
    await mapConcurrently(
      living,
      TAKERS,
      (each) => takeEvents(ctx, each),
      () => !signal.aborted,
    );
    await giveUpOld(ctx);
    const now = ctx.clock.now();
    const due = await beyond(ctx)
      .selectFrom('pushes.subscription as s')
      .select('s.id')
      .where('s.state', '=', 'on')
      .where('s.removed_at', 'is', null)
      .where((on) => on.or([on('s.probe_at', 'is', null), on('s.probe_at', '<=', now)]))
      .where((on) => on.or([on('s.held_until', 'is', null), on('s.held_until', '<=', now)]))
      .where(
        sql<SqlBool>`exists (select from pushes.delivery d where d.subscription_id = s.id
          and d.state in ('waiting', 'failed') and d.next_at <= ${now})`,
      )
      .execute();
    for (const { id } of due) await wake(ctx, id);
  },
});

/** Bodies and answers go after a month, rows after half a year; a few at a time. */
export async function forget(ctx: Ctx): Promise<void> {
  const before = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);
  const [bodies, rows] = [before(BODY_DAYS), before(ROW_DAYS)];
  const passes = [
    sql`update pushes.delivery set body = null where id in (select id from pushes.delivery
      where created_at < ${bodies} and body is not null and state not in ('waiting', 'failed') limit ${BATCH})`,
    sql`update pushes.attempt set answer = null where id in (select id from pushes.attempt
      where started_at < ${bodies} and answer is not null limit ${BATCH})`,
    sql`delete from pushes.delivery where id in (select id from pushes.delivery
      where created_at < ${rows} and state not in ('waiting', 'failed') limit ${BATCH})`,
  ];
  for (const pass of passes)
    for (let done = BigInt(BATCH); done === BigInt(BATCH); ) {
      const { numAffectedRows = 0n } = await pass.execute(beyond(ctx));
      done = numAffectedRows;
    }
}

export const forgetJob = job({
  name: 'pushes.forget',
  payload: z.object({}),
  schedule: '20 4 * * *',
  run: forget,
});
