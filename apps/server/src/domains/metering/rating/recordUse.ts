import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { startOfDay } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Allowance } from './consumptionRules.ts';

export const ofCarriers = (ctx: Ctx) => ctx.beyondScope('usage is shared out whoever has the card');

/** A card whose days moved, from a day on. */
export type Moved = { readonly cardId: string; readonly fromDay: string };

/** What a day used of a package, as stored. */
export type Given = {
  readonly card_id: string;
  readonly day: string;
  readonly usage_id: string;
  readonly bytes: string;
};

/** A package whose days gave another total. */
export type RecordChange = {
  readonly cardId: string;
  readonly usageId: string;
  readonly before: bigint;
  readonly total: bigint;
};

/** Of no package. */
export const OVERAGE = '0';

export type RecordRow = {
  id: string;
  card_id: string;
  is_main: boolean;
  flow_bytes: string | null;
  zone: string;
  starts_at: Date;
  ends_at: Date;
  /** The last day that was shared out while it held; null before the first. */
  used_day: string | null;
  /** What its days before those that moved used of it. */
  used: bigint;
  /** What all its days had used of it until now. */
  was: bigint;
  /** The first of the days that moved. */
  from_day: string;
};

type Read = Omit<RecordRow, 'used' | 'was'> & { before: string | null; total: string | null };

const { unused, unsubscribed } = PackageUsageState.values;

/** Packages that hold on or after the days that moved, each with what it had given before. */
export async function recordsOf(ctx: Ctx, moved: readonly Moved[]): Promise<Map<string, RecordRow[]>> {
  const { rows } = await sql<Read>`
    select u.id, u.card_id, u.is_main, u.flow_bytes, u.zone, u.starts_at, g.day as from_day, r.day as used_day, r.before, r.total,
      case when u.state = ${unsubscribed} then u.state_at else u.ends_at end as ends_at
    from unnest(${moved.map(({ cardId }) => cardId)}::bigint[], ${moved.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join orders.v_package_usage u on u.card_id = g.card_id
    left join metering.record_use r on r.usage_id = u.id
    where u.state <> ${unused} and u.starts_at < ${ctx.clock.now()}
      and case when u.state = ${unsubscribed} then u.state_at else u.ends_at end >= g.day - 1`.execute(ofCarriers(ctx));
  const earlier = await usedBefore(
    ctx,
    rows.filter(({ used_day, from_day }) => used_day !== null && used_day > from_day),
  );
  return Map.groupBy(
    rows.map((row) => ({ ...row, used: usedOf(row, earlier), was: BigInt(row.total ?? 0) })),
    ({ card_id }) => card_id,
  );
}

function usedOf({ id, used_day, from_day, before, total }: Read, earlier: ReadonlyMap<string, string>): bigint {
  if (used_day === null) return 0n;
  if (used_day < from_day) return BigInt(total ?? 0);
  return BigInt((used_day === from_day ? before : earlier.get(id)) ?? 0);
}

/** What packages had given before days that were shared out already, and moved. */
async function usedBefore(ctx: Ctx, moved: readonly Read[]): Promise<Map<string, string>> {
  if (moved.length === 0) return new Map();
  // The bounds of all of them are known before any row is read: partitions beyond are not opened.
  const since = new Date(Math.min(...moved.map(({ starts_at }) => starts_at.getTime())));
  const before = moved.map(({ from_day }) => from_day).reduce((a, b) => (a > b ? a : b));
  const { rows } = await sql<{ usage_id: string; bytes: string }>`
    select c.usage_id, sum(c.bytes)::text as bytes
    from unnest(
      ${moved.map(({ card_id }) => card_id)}::bigint[], ${moved.map(({ id }) => id)}::bigint[],
      ${moved.map(({ from_day }) => from_day)}::date[]) as g (card_id, usage_id, day)
    join metering.consumption c on c.card_id = g.card_id and c.usage_id = g.usage_id and c.day < g.day
    where c.day >= ${since}::timestamptz::date - 1 and c.day < ${before}::date
    group by c.usage_id`.execute(ofCarriers(ctx));
  return new Map(rows.map(({ usage_id, bytes }) => [usage_id, bytes]));
}

export const allowanceOf = (row: RecordRow): Allowance => ({
  id: row.id,
  isMain: row.is_main,
  bytes: row.flow_bytes === null ? null : BigInt(row.flow_bytes) - row.used,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
});

export function beginningOf(day: string, zone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return startOfDay(zone, { year, month, day: date });
}

/** Keeps what packages have given by now, so that the next day begins where this one ended. Returns those that changed. */
export async function keepUses(
  ctx: Ctx,
  records: readonly RecordRow[],
  given: readonly Given[],
): Promise<RecordChange[]> {
  if (records.length === 0) return [];
  const last = new Map<string, string>();
  for (const { card_id, day } of given) if (day > (last.get(card_id) ?? '')) last.set(card_id, day);
  const total = new Map<string, { before: bigint; total: bigint }>(
    records.map(({ id, used }) => [id, { before: used, total: used }]),
  );
  for (const { card_id, day, usage_id, bytes } of given) {
    const own = total.get(usage_id);
    if (!own) continue;
    own.total += BigInt(bytes);
    if (day !== last.get(card_id)) own.before += BigInt(bytes);
  }
  const known = records.flatMap((record) => {
    const isTakenBack = record.used_day !== null && record.used_day >= record.from_day;
    const day = last.get(record.card_id) ?? (isTakenBack ? record.from_day : undefined);
    return day === undefined ? [] : [{ ...record, day, ...(total.get(record.id) ?? { before: 0n, total: 0n }) }];
  });
  const column = <T>(pick: (record: (typeof known)[number]) => T) => known.map(pick);
  await sql`
    insert into metering.record_use as r (usage_id, card_id, day, before, total)
    select * from unnest(
      ${column(({ id }) => id)}::bigint[], ${column(({ card_id }) => card_id)}::bigint[], ${column(({ day }) => day)}::date[],
      ${column(({ before }) => String(before))}::bigint[], ${column((record) => String(record.total))}::bigint[])
    on conflict (usage_id) do update set day = excluded.day, before = excluded.before, total = excluded.total
    where (r.day, r.before, r.total) is distinct from (excluded.day, excluded.before, excluded.total)`.execute(
    ofCarriers(ctx),
  );
  return known.flatMap(({ id, card_id, was, total: now }) =>
    was === now ? [] : [{ usageId: id, cardId: card_id, before: was, total: now }],
  );
}
