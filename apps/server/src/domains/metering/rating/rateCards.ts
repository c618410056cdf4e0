import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { startOfDay } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { daysOfCards } from '../../usage/face.ts';
import { type Allowance, consume, type Mark, type Share, slicesOf } from './consumptionRules.ts';

export const ofCarriers = (ctx: Ctx) => ctx.beyondScope('usage is shared out whoever has the card');

/** A card whose days moved, from a day on. */
export type Moved = { readonly cardId: string; readonly fromDay: string };

type RecordRow = {
  id: string;
  card_id: string;
  is_main: boolean;
  flow_bytes: string | null;
  zone: string;
  starts_at: Date;
  ends_at: Date;
  /** What its days before those that moved used of it. */
  used: string;
};

const { unused, unsubscribed } = PackageUsageState.values;

/** Packages that hold on or after the days that moved, each with what it had given before. */
async function recordsOf(ctx: Ctx, moved: readonly Moved[]): Promise<Map<string, RecordRow[]>> {
  const { rows } = await sql<Omit<RecordRow, 'used'> & { from_day: string }>`
    select u.id, u.card_id, u.is_main, u.flow_bytes, u.zone, u.starts_at, g.day as from_day,
      case when u.state = ${unsubscribed} then u.state_at else u.ends_at end as ends_at
    from unnest(${moved.map(({ cardId }) => cardId)}::bigint[], ${moved.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join orders.v_package_usage u on u.card_id = g.card_id
    where u.state <> ${unused} and u.starts_at < ${ctx.clock.now()}
      and case when u.state = ${unsubscribed} then u.state_at else u.ends_at end >= g.day - 1`.execute(ofCarriers(ctx));
  const begun = rows.filter(({ starts_at, from_day }) => dayText(starts_at) <= from_day);
  const used = await usedBefore(ctx, begun);
  return Map.groupBy(
    rows.map((row) => ({ ...row, used: used.get(row.id) ?? '0' })),
    ({ card_id }) => card_id,
  );
}

/** What packages that began before the days that moved had given by then. */
async function usedBefore(
  ctx: Ctx,
  begun: readonly {
    readonly id: string;
    readonly card_id: string;
    readonly starts_at: Date;
    readonly from_day: string;
  }[],
): Promise<Map<string, string>> {
  if (begun.length === 0) return new Map();
  const { rows } = await sql<{ usage_id: string; bytes: string }>`
    select c.usage_id, sum(c.bytes)::text as bytes
    from unnest(
      ${begun.map(({ card_id }) => card_id)}::bigint[], ${begun.map(({ id }) => id)}::bigint[],
      ${begun.map(({ starts_at }) => starts_at)}::timestamptz[], ${begun.map(({ from_day }) => from_day)}::date[]
    ) as g (card_id, usage_id, since, day)
    join metering.consumption c on c.card_id = g.card_id and c.usage_id = g.usage_id
      and c.day >= g.since::date - 1 and c.day < g.day
    group by c.usage_id`.execute(ofCarriers(ctx));
  return new Map(rows.map(({ usage_id, bytes }) => [usage_id, bytes]));
}

const allowanceOf = (row: RecordRow): Allowance => ({
  id: row.id,
  isMain: row.is_main,
  bytes: row.flow_bytes === null ? null : BigInt(row.flow_bytes) - BigInt(row.used),
  startsAt: row.starts_at,
  endsAt: row.ends_at,
});

function beginningOf(day: string, zone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return startOfDay(zone, { year, month, day: date });
}

async function marksOf(ctx: Ctx, moved: readonly Moved[]): Promise<Map<string, Mark[]>> {
  const { rows } = await sql<{ card_id: string; at: Date; day: string; bytes: string }>`
    select m.card_id, m.at, m.day, m.bytes
    from unnest(${moved.map(({ cardId }) => cardId)}::bigint[], ${moved.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join metering.mark m on m.card_id = g.card_id and m.day >= g.day`.execute(ofCarriers(ctx));
  const grouped = Map.groupBy(rows, ({ card_id }) => card_id);
  return new Map(
    [...grouped].map(([id, own]) => [id, own.map(({ at, day, bytes }) => ({ at, day, bytes: BigInt(bytes) }))]),
  );
}

/**
 * Shares the days of cards out over their packages again, from the first that moved on, in the caller's transaction, which has locked
 * the cards. The same days give the same shares, however often and in whatever order they came; a later day never changes an earlier
 * one's.
 */
export async function rateCards(ctx: Ctx, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return;
  const [days, records, marks] = [
    await daysOfCards(ctx, moved),
    await recordsOf(ctx, moved),
    await marksOf(ctx, moved),
  ];
  const rows = moved.flatMap(({ cardId }) => {
    const own = days.get(cardId) ?? [];
    const packages = records.get(cardId) ?? [];
    const zone = packages[0]?.zone ?? 'Asia/Shanghai';
    const owners = new Map(own.map(({ day, customerId }) => [day, customerId]));
    const used = own.map(({ day, bytes }) => ({ day, beginsAt: beginningOf(day, zone), bytes }));
    return consume(slicesOf(used, marks.get(cardId) ?? []), packages.map(allowanceOf)).map((share: Share) => ({
      ...share,
      cardId,
      customerId: owners.get(share.day) ?? '0',
    }));
  });
  await keepShares(ctx, moved, rows);
}

type Row = Share & { readonly cardId: string; readonly customerId: string };

async function keepShares(ctx: Ctx, moved: readonly Moved[], rows: readonly Row[]): Promise<void> {
  const column = <T>(pick: (row: Row) => T) => rows.map(pick);
  await sql`
    delete from metering.consumption c
    using unnest(${moved.map(({ cardId }) => cardId)}::bigint[], ${moved.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    where c.card_id = g.card_id and c.day >= g.day`.execute(ofCarriers(ctx));
  if (rows.length === 0) return;
  await sql`
    insert into metering.consumption (card_id, day, usage_id, bytes, customer_id)
    select * from unnest(
      ${column(({ cardId }) => cardId)}::bigint[], ${column(({ day }) => day)}::date[],
      ${column(({ allowance }) => allowance ?? '0')}::bigint[], ${column(({ bytes }) => String(bytes))}::bigint[],
      ${column(({ customerId }) => customerId)}::bigint[])`.execute(ofCarriers(ctx));
}
