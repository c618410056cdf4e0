import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';

declare module '../../../framework/tables.ts' {
  interface Tables {
    'cards.event_fold_walk': { one: boolean; task_id: string; customer_id: string; is_over: boolean };
  }
}

const WHY = 'lines of everybody’s cards; each fold names its customer';
const PAIRS_AT_ONCE = 1_000;
const NEWEST = '9223372036854775807';

/**
 * Determines the leading record for the next tasks and customers: the first for records from before folding, otherwise the one
 * chosen then. One index lookup each; only the leading records are read or changed. Returns whether all are done.
 */
export async function foldBefore(ctx: Ctx, pairsAtOnce = PAIRS_AT_ONCE): Promise<boolean> {
  return ctx.transact(async (inside) => {
    const db = inside.beyondScope(WHY);
    await db
      .insertInto('cards.event_fold_walk')
      .values({ one: true, task_id: NEWEST, customer_id: NEWEST, is_over: false })
      .onConflict((conflict) => conflict.column('one').doNothing())
      .execute();
    const place = await db.selectFrom('cards.event_fold_walk').selectAll().forUpdate().executeTakeFirstOrThrow();
    if (place.is_over) return true;
    const { rows } = await sql<{ task_id: string; customer_id: string }>`
      with recursive pair as (
        (select e.task_id, e.customer_id, 1 as n from cards.card_event e
        where e.task_id is not null and (e.task_id, e.customer_id) < (${place.task_id}::bigint, ${place.customer_id}::bigint)
        order by e.task_id desc, e.customer_id desc limit 1)
        union all
        select next.task_id, next.customer_id, pair.n + 1 from pair cross join lateral (
          select e.task_id, e.customer_id from cards.card_event e
          where e.task_id is not null and (e.task_id, e.customer_id) < (pair.task_id, pair.customer_id)
          order by e.task_id desc, e.customer_id desc limit 1) next
        where pair.n < ${pairsAtOnce}
      ), written as (
        insert into cards.event_fold as f (task_id, customer_id, lead_id)
        select pair.task_id, pair.customer_id, lead.id from pair cross join lateral (
          select e.id from cards.card_event e
          where e.task_id = pair.task_id and e.customer_id = pair.customer_id and e.is_lead
          order by e.at, e.id limit 1) lead
        -- The order in which whoever writes history claims its folds (leadsOf).
        order by (pair.task_id || ':' || pair.customer_id) collate "C"
        on conflict (task_id, customer_id) do update set lead_id = excluded.lead_id where f.lead_id is null
      )
      select task_id, customer_id from pair order by n desc limit 1`.execute(db);
    const [last] = rows;
    await db
      .updateTable('cards.event_fold_walk')
      .set(last ? { task_id: last.task_id, customer_id: last.customer_id } : { is_over: true })
      .execute();
    return last === undefined;
  });
}

export const foldBeforeJob = job({
  name: 'cards.foldBefore',
  payload: z.object({}),
  schedule: '* * * * *',
  retries: 0,
  keyed: true,
  run: async (ctx) => {
    await foldBefore(ctx);
  },
});
