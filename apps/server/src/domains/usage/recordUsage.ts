import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';

/** What a card has used on a day so far, as its carrier says; `customerId` is who has the card. */
export type DailyReading = {
  readonly cardId: string;
  readonly customerId: string;
  readonly day: string;
  readonly bytes: string;
};

const ROWS_PER_STATEMENT = 10_000;

/**
 * Takes readings over, in the caller's transaction, which holds their cards: what a day said before is then what it says
 * still, and the difference that is added to a total exact. The same reading twice changes nothing, a corrected one moves
 * its day and the totals by the difference, and a day stays its first owner's.
 */
export async function recordDailyUsage(ctx: Ctx, readings: readonly DailyReading[]): Promise<void> {
  if (readings.length === 0) return;
  const latest = [...new Map(readings.map((reading) => [`${reading.cardId} ${reading.day}`, reading])).values()];
  for (let start = 0; start < latest.length; start += ROWS_PER_STATEMENT) {
    await writePart(ctx, latest.slice(start, start + ROWS_PER_STATEMENT));
  }
}

async function writePart(ctx: Ctx, part: readonly DailyReading[]): Promise<void> {
  const column = (pick: (reading: DailyReading) => string) => part.map(pick);
  await sql`
    with given as (
      select * from unnest(
        ${column((reading) => reading.cardId)}::bigint[], ${column((reading) => reading.day)}::date[],
        ${column((reading) => reading.bytes)}::bigint[], ${column((reading) => reading.customerId)}::bigint[]
      ) as g (card_id, day, bytes, customer_id)
    ), before as (
      select d.card_id, d.day, d.bytes from usage.card_day d join given g on g.card_id = d.card_id and g.day = d.day
    ), put as (
      insert into usage.card_day as d (card_id, day, bytes, customer_id)
      select card_id, day, bytes, customer_id from given order by card_id, day
      on conflict (card_id, day) do update set bytes = excluded.bytes where d.bytes <> excluded.bytes
      returning d.card_id, d.day, d.bytes, d.customer_id
    ), moved as (
      select p.customer_id, coalesce(k.carrier_account_id, 0) as account_id, p.day,
        sum(p.bytes - coalesce(b.bytes, 0)) as bytes, count(*) filter (where b.card_id is null) as cards
      from put p
      left join before b on b.card_id = p.card_id and b.day = p.day
      left join cards.v_card k on k.id = p.card_id
      group by 1, 2, 3
    )
    insert into usage.customer_day as t (customer_id, carrier_account_id, day, bytes, cards)
    select customer_id, account_id, day, bytes, cards from moved order by 1, 2, 3
    on conflict (customer_id, carrier_account_id, day) do update set
      bytes = t.bytes + excluded.bytes, cards = t.cards + excluded.cards`.execute(
    ctx.beyondScope('readings are of everybody’s cards; each row names its customer'),
  );
}
