import { startOfDay } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { UsageJump } from '../cards/face.ts';
import type { DailyReading } from './recordUsage.ts';
import { closeDays, type DayBytes, dayFrom, isUnusual, MEAN_DAYS, type Usual } from './usualRules.ts';

const WHY = 'readings are of everybody’s cards; each row names its customer';

/**
 * Finds cards that used more than three times their average in one day, once a day each, and adds completed days to the
 * averages. Runs after `recordDailyUsage` of the same readings, in the same transaction, which has locked the cards. The first
 * reading of a day reads the previous day and writes once; later ones only read the average.
 */
export async function judgeUse(ctx: Ctx, readings: readonly DailyReading[], zone: string): Promise<UsageJump[]> {
  const newest = new Map<string, DailyReading>();
  for (const reading of readings) {
    const known = newest.get(reading.cardId);
    if (!known || known.day <= reading.day) newest.set(reading.cardId, reading);
  }
  const usual = await usualOf(ctx, [...newest.keys()]);
  const jumps: UsageJump[] = [];
  const jumped = (cardId: string, day: string) => jumps.push({ cardId, dayBegan: beginningOf(day, zone) });
  const turned = [...newest.values()].filter(({ cardId, day, customerId }) => {
    const last = usual.get(cardId);
    return !last || last.customerId !== customerId || last.day < dayFrom(day, -1);
  });
  const days = await closedDays(ctx, turned, usual);
  const closed = new Map<string, Usual>();
  for (const { cardId, customerId, day } of turned) {
    const through = dayFrom(day, -1);
    const done = closeDays(usual.get(cardId), days.get(cardId) ?? [], { customerId, through });
    closed.set(cardId, done.usual);
    const [late] = done.unusual.slice(-1);
    if (late) jumped(cardId, late);
  }
  await keepUsual(ctx, closed);
  for (const { cardId, day, bytes } of newest.values()) {
    const now = closed.get(cardId) ?? usual.get(cardId);
    if (now?.isKnown && now.day === dayFrom(day, -1) && isUnusual(now, BigInt(bytes))) jumped(cardId, day);
  }
  return jumps;
}

function beginningOf(day: string, zone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return startOfDay(zone, { year, month, day: date });
}

async function usualOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Usual>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    card_id: string;
    customer_id: string;
    day: string;
    is_known: boolean;
    days: number;
    mean: string;
  }>`
    select card_id, customer_id, day, is_known, days, mean from usage.card_usual
    where card_id = any(${[...ids]}::bigint[])`.execute(ctx.beyondScope(WHY));
  return new Map(
    rows.map((row) => [
      row.card_id,
      { customerId: row.customer_id, day: row.day, isKnown: row.is_known, days: row.days, mean: BigInt(row.mean) },
    ]),
  );
}

/** The cards' usage on the days before those read now, only for their present owners, oldest first. */
async function closedDays(
  ctx: Ctx,
  turned: readonly DailyReading[],
  usual: ReadonlyMap<string, Usual>,
): Promise<Map<string, DayBytes[]>> {
  const found = new Map<string, DayBytes[]>();
  const all = turned.map(({ day }) => day).sort();
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return found;
  const column = (pick: (reading: DailyReading) => string) => turned.map(pick);
  const knownUntil = ({ cardId, customerId, day }: DailyReading) => {
    const known = usual.get(cardId);
    return known?.customerId === customerId ? known.day : dayFrom(day, -MEAN_DAYS - 1);
  };
  const { rows } = await sql<{ card_id: string; day: string; bytes: string }>`
    select d.card_id, d.day, d.bytes
    from unnest(${column((each) => each.cardId)}::bigint[], ${column((each) => each.day)}::date[],
      ${column((each) => each.customerId)}::bigint[], ${column(knownUntil)}::date[]) as g (card_id, day, customer_id, known_until)
    join usage.card_day d on d.card_id = g.card_id and d.day < g.day and d.day > g.known_until
      and d.customer_id = g.customer_id
    where d.day >= ${dayFrom(first, -MEAN_DAYS - 1)}::date and d.day < ${last}::date
    order by d.card_id, d.day`.execute(ctx.beyondScope(WHY));
  for (const { card_id: cardId, day, bytes } of rows) {
    const days = found.get(cardId) ?? [];
    days.push({ day, bytes: BigInt(bytes) });
    found.set(cardId, days);
  }
  return found;
}

async function keepUsual(ctx: Ctx, closed: ReadonlyMap<string, Usual>): Promise<void> {
  if (closed.size === 0) return;
  const rows = [...closed].map(([cardId, usual]) => ({ cardId, ...usual }));
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => rows.map(pick);
  await sql`
    insert into usage.card_usual (card_id, customer_id, day, is_known, days, mean)
    select * from unnest(
      ${column((row) => row.cardId)}::bigint[], ${column((row) => row.customerId)}::bigint[],
      ${column((row) => row.day)}::date[], ${column((row) => row.isKnown)}::boolean[],
      ${column((row) => row.days)}::smallint[], ${column((row) => String(row.mean))}::bigint[])
    on conflict (card_id) do update set customer_id = excluded.customer_id, day = excluded.day,
      is_known = excluded.is_known, days = excluded.days, mean = excluded.mean`.execute(ctx.beyondScope(WHY));
}
