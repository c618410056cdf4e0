import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';

const PLATFORM = '1';
const BELOW = ['10', '11', '12', '20'];
/** The days on which most was given, for each customer. */
const DAYS = 6;

/** The documents behind what the history says was given down, on the days with most cards. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ customer_id: string; ids: string[]; iccids: string[]; ats: Date[] }>`
    with given as (
      select e.customer_id, e.card_id, e.iccid, e.at, date_trunc('day', e.at, 'Asia/Shanghai') as day
      from cards.v_card_event e join cards.v_card c on c.id = e.card_id and c.customer_id = e.customer_id
      where e.action = 'allocate_card' and e.result = 'done' and e.customer_id = any(${BELOW}::bigint[])),
    days as (
      select customer_id, day, row_number() over (partition by customer_id order by count(*) desc, day) as place
      from given group by customer_id, day)
    select g.customer_id, array_agg(g.card_id::text order by g.iccid) as ids, array_agg(g.iccid order by g.iccid) as iccids,
      array_agg(g.at order by g.iccid) as ats
    from given g join days d on d.customer_id = g.customer_id and d.day = g.day and d.place <= ${DAYS}
    group by g.customer_id, g.day order by g.day, g.customer_id`.execute(ctx.db);
  for (const { customer_id, ids, iccids, ats } of rows) {
    const id = ctx.ids.next();
    const times = ats.map((at) => at.getTime());
    await ctx.db
      .insertInto('card_allocations.allocation')
      .values({
        id,
        allocation_no: `A${BigInt(id).toString(36).toUpperCase()}`,
        direction: 'allocate',
        customer_id,
        from_customer_id: PLATFORM,
        to_customer_id: customer_id,
        maker_id: PLATFORM,
        product_code: null,
        task_id: id,
        reverses_id: null,
        repeats_no: null,
        asked: ids.length,
        done: ids.length,
        state: 'done',
        unit_price: null,
        currency: null,
        payer_id: null,
        payee_id: null,
        hold_id: null,
        transaction_id: null,
        remark: null,
        made_by: 'operator',
        created_at: new Date(Math.min(...times) - 60_000),
        finished_at: new Date(Math.max(...times)),
      })
      .execute();
    await sql`
      insert into card_allocations.item (id, allocation_id, customer_id, from_customer_id, to_customer_id, task_id, card_id,
        iccid, result, at)
      select g.id, ${id}, ${customer_id}, ${PLATFORM}, ${customer_id}, ${id}, g.card_id, g.iccid, 'done', g.at
      from unnest(${ids.map(() => ctx.ids.next())}::bigint[], ${ids}::bigint[], ${iccids}::text[], ${ats}::timestamptz[])
        as g (id, card_id, iccid, at)`.execute(ctx.db);
  }
}
