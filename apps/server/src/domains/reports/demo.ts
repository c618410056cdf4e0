import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { countCards } from './countCards.ts';

const DAYS = 45;

/** Counts the dashboard's figures and adds plausible totals of the previous weeks. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  await sql`
    insert into reports.card_total_day (customer_id, kind, day, cards)
    select c.customer_id, c.kind, d.day, count(*)
    from (select (${ctx.clock.now()}::timestamptz at time zone 'Asia/Shanghai')::date - n as day
      from generate_series(1, ${DAYS}) n) d
    join cards.v_card c on c.lifecycle <> 'cancelled' and (c.created_at at time zone 'Asia/Shanghai')::date <= d.day
    group by 1, 2, 3
    on conflict (customer_id, kind, day) do nothing`.execute(
    ctx.beyondScope('the days of everybody’s cards; each row names its customer'),
  );
  await countCards(ctx);
}
