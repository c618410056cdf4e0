import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { dayHearers } from './usageHearers.ts';

/** A card's usage of a day so far, as its carrier reports it; `customerId` is the card's owner. */
export type DailyReading = {
  readonly cardId: string;
  readonly customerId: string;
  readonly day: string;
  readonly bytes: string;
};

const ROWS_PER_STATEMENT = 10_000;

/** The change of a customer's daily total on one carrier account. */
export type TotalMove = {
  readonly customer_id: string;
  readonly account_id: string;
  readonly day: string;
  readonly bytes: string;
  readonly cards: string;
};

/** Stores readings with their totals, in the caller's transaction, which has locked the cards. */
export async function recordDailyUsage(ctx: Ctx, readings: readonly DailyReading[]): Promise<void> {
  await addToTotals(ctx, await recordDays(ctx, readings));
}

/**
 * Applies readings in the caller's transaction, which has locked their cards. The changed row itself tells by how much it
 * changed, so totals are exact. A repeated reading changes nothing, a corrected one changes its day by
 * the difference, and a day keeps its first owner.
 */
export async function recordDays(ctx: Ctx, readings: readonly DailyReading[]): Promise<TotalMove[]> {
  const latest = [...new Map(readings.map((reading) => [`${reading.cardId} ${reading.day}`, reading])).values()];
  const moves: TotalMove[] = [];
  for (let start = 0; start < latest.length; start += ROWS_PER_STATEMENT) {
    moves.push(...(await writePart(ctx, latest.slice(start, start + ROWS_PER_STATEMENT))));
  }
  return moves;
}

/** Last in the transaction that recorded the days: many batches share a total, and the next one waits for the commit. */
export async function addToTotals(ctx: Ctx, moves: readonly TotalMove[]): Promise<void> {
  if (moves.length === 0) return;
  const column = (pick: (move: TotalMove) => string) => moves.map(pick);
  await sql`
    insert into usage.customer_day as t (customer_id, carrier_account_id, day, bytes, cards)
    select customer_id, account_id, day, sum(bytes), sum(cards) from unnest(
      ${column((move) => move.customer_id)}::bigint[], ${column((move) => move.account_id)}::bigint[],
      ${column((move) => move.day)}::date[], ${column((move) => move.bytes)}::bigint[],
      ${column((move) => move.cards)}::integer[]
    ) as g (customer_id, account_id, day, bytes, cards)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (customer_id, carrier_account_id, day) do update set
      bytes = t.bytes + excluded.bytes, cards = t.cards + excluded.cards`.execute(
    ctx.beyondScope('readings are of everybody’s cards; each row names its customer'),
  );
}

type Written = {
  card_id: string;
  account_id: string;
  day: string;
  bytes: string;
  customer_id: string;
  replaced: string | null;
};

async function writePart(ctx: Ctx, part: readonly DailyReading[]): Promise<TotalMove[]> {
  const column = (pick: (reading: DailyReading) => string) => part.map(pick);
  const { rows } = await sql<Written>`
    with put as (
      insert into usage.card_day as d (card_id, day, bytes, customer_id)
      select card_id, day, bytes, customer_id from unnest(
        ${column((reading) => reading.cardId)}::bigint[], ${column((reading) => reading.day)}::date[],
        ${column((reading) => reading.bytes)}::bigint[], ${column((reading) => reading.customerId)}::bigint[]
      ) as g (card_id, day, bytes, customer_id) order by card_id, day
      on conflict (card_id, day) do update set bytes = excluded.bytes, replaced = d.bytes where d.bytes <> excluded.bytes
      returning d.card_id, d.day, d.bytes, d.customer_id, d.replaced
    )
    select p.card_id, coalesce(k.carrier_account_id, 0) as account_id, p.day, p.bytes, p.customer_id, p.replaced
    from put p left join cards.v_card k on k.id = p.card_id`.execute(
    ctx.beyondScope('readings are of everybody’s cards; each row names its customer'),
  );
  await tellDays(ctx, rows);
  return movesOf(rows);
}

/** Costs nothing while nobody hears. */
async function tellDays(ctx: Ctx, rows: readonly Written[]): Promise<void> {
  const hearers = ctx.contributed(dayHearers);
  if (hearers.length === 0 || rows.length === 0) return;
  const changes = rows.map((row) => ({
    cardId: row.card_id,
    day: row.day,
    before: row.replaced === null ? null : BigInt(row.replaced),
    bytes: BigInt(row.bytes),
  }));
  for (const hear of hearers) await hear(ctx, changes);
}

const movesOf = (rows: readonly Written[]): TotalMove[] =>
  [...Map.groupBy(rows, (row) => `${row.customer_id} ${row.account_id} ${row.day}`).values()].map((group) => ({
    customer_id: group[0]?.customer_id ?? '',
    account_id: group[0]?.account_id ?? '',
    day: group[0]?.day ?? '',
    bytes: String(group.reduce((sum, row) => sum + BigInt(row.bytes) - BigInt(row.replaced ?? 0), 0n)),
    cards: String(group.filter(({ replaced }) => replaced === null).length),
  }));
