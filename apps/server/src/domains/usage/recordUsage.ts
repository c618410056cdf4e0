import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';

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

/** What recording days changed: customers' totals, and of each card whose days moved the first of these. */
export type DaysMoved = { readonly totals: readonly TotalMove[]; readonly fromDays: ReadonlyMap<string, string> };

type Put = {
  readonly card_id: string;
  readonly day: string;
  readonly customer_id: string;
  readonly account_id: string;
  readonly change: string;
  readonly is_new: boolean;
};

/** Stores readings with their totals, in the caller's transaction, which has locked the cards. */
export async function recordDailyUsage(ctx: Ctx, readings: readonly DailyReading[]): Promise<void> {
  await addToTotals(ctx, (await recordDays(ctx, readings)).totals);
}

/**
 * Applies readings in the caller's transaction, which has locked their cards. The changed row itself tells by how much it
 * changed, so totals are exact. A repeated reading changes nothing, a corrected one changes its day by
 * the difference, and a day keeps its first owner.
 */
export async function recordDays(ctx: Ctx, readings: readonly DailyReading[]): Promise<DaysMoved> {
  const latest = [...new Map(readings.map((reading) => [`${reading.cardId} ${reading.day}`, reading])).values()];
  const put: Put[] = [];
  for (let start = 0; start < latest.length; start += ROWS_PER_STATEMENT) {
    for (const row of await writePart(ctx, latest.slice(start, start + ROWS_PER_STATEMENT))) put.push(row);
  }
  return { totals: totalsOf(put), fromDays: firstDaysOf(put) };
}

function totalsOf(put: readonly Put[]): TotalMove[] {
  const totals = new Map<string, { row: Put; bytes: bigint; cards: number }>();
  for (const row of put) {
    const key = `${row.customer_id} ${row.account_id} ${row.day}`;
    const total = totals.get(key) ?? { row, bytes: 0n, cards: 0 };
    total.bytes += BigInt(row.change);
    total.cards += row.is_new ? 1 : 0;
    totals.set(key, total);
  }
  return [...totals.values()].map(({ row: { customer_id, account_id, day }, bytes, cards }) => ({
    customer_id,
    account_id,
    day,
    bytes: String(bytes),
    cards: String(cards),
  }));
}

function firstDaysOf(put: readonly Put[]): Map<string, string> {
  const first = new Map<string, string>();
  for (const { card_id, day, change } of put) {
    if (change !== '0' && day < (first.get(card_id) ?? '9')) first.set(card_id, day);
  }
  return first;
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

async function writePart(ctx: Ctx, part: readonly DailyReading[]): Promise<Put[]> {
  const column = (pick: (reading: DailyReading) => string) => part.map(pick);
  const { rows } = await sql<Put>`
    with put as (
      insert into usage.card_day as d (card_id, day, bytes, customer_id)
      select card_id, day, bytes, customer_id from unnest(
        ${column((reading) => reading.cardId)}::bigint[], ${column((reading) => reading.day)}::date[],
        ${column((reading) => reading.bytes)}::bigint[], ${column((reading) => reading.customerId)}::bigint[]
      ) as g (card_id, day, bytes, customer_id) order by card_id, day
      on conflict (card_id, day) do update set bytes = excluded.bytes, replaced = d.bytes where d.bytes <> excluded.bytes
      returning d.card_id, d.day, d.bytes, d.customer_id, d.replaced
    )
    select p.card_id, p.day, p.customer_id, coalesce(k.carrier_account_id, 0) as account_id,
      p.bytes - coalesce(p.replaced, 0) as change, p.replaced is null as is_new
    from put p left join cards.v_card k on k.id = p.card_id`.execute(
    ctx.beyondScope('readings are of everybody’s cards; each row names its customer'),
  );
  return rows;
}
