import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { daysOfCards } from '../../usage/face.ts';
import { consume, type Mark, type Share, slicesOf } from './consumptionRules.ts';
import {
  allowanceOf,
  beginningOf,
  type Given,
  keepUses,
  type Moved,
  OVERAGE,
  ofCarriers,
  type RecordChange,
  type RecordRow,
  recordsOf,
} from './recordUse.ts';
import { shareHearers } from './useHearers.ts';

/** Known before any row is read, so that partitions before are not opened. */
const firstOf = (moved: readonly Moved[]): string =>
  moved.map(({ fromDay }) => fromDay).reduce((a, b) => (a < b ? a : b));

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
 * one's. Returns the packages whose totals changed.
 */
export async function rateCards(ctx: Ctx, moved: readonly Moved[]): Promise<RecordChange[]> {
  if (moved.length === 0) return [];
  const records = await recordsOf(ctx, moved);
  await forget(
    ctx,
    moved.filter(({ cardId, fromDay }) => !isNews(records.get(cardId) ?? [], fromDay, ctx.clock.now())),
  );
  const plain = moved.flatMap((each) => plainOf(each, records.get(each.cardId) ?? [], ctx.clock.now()));
  const isPlain = new Set(plain.map(({ cardId }) => cardId));
  const others = moved.filter(({ cardId }) => !isPlain.has(cardId));
  const given = [...(await rateInOrder(ctx, plain)), ...(await rateByRules(ctx, others, records))];
  const changes = await keepUses(ctx, [...records.values()].flat(), given);
  for (const hear of ctx.contributed(shareHearers)) await hear(ctx, moved);
  return changes;
}

/** Nothing was shared out of these days yet: a package that still holds knows the last one that was. */
const isNews = (records: readonly RecordRow[], fromDay: string, now: Date): boolean =>
  records.some(({ used_day, ends_at }) => ends_at > now && used_day !== null && used_day < fromDay);

async function forget(ctx: Ctx, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    delete from metering.consumption c
    using unnest(${moved.map(({ cardId }) => cardId)}::bigint[], ${moved.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    where c.card_id = g.card_id and c.day >= g.day and c.day >= ${firstOf(moved)}::date`.execute(ofCarriers(ctx));
}

/** A card whose days are all of one package, as far as that reaches, or of none. */
type Plain = Moved & { readonly usageId: string; readonly left: bigint | null };

function plainOf(moved: Moved, records: readonly RecordRow[], now: Date): Plain[] {
  const [only, another] = records;
  if (!only) return [{ ...moved, usageId: OVERAGE, left: null }];
  const holdsThroughout = only.starts_at <= beginningOf(moved.fromDay, only.zone) && only.ends_at > now;
  if (another || !holdsThroughout) return [];
  return [{ ...moved, usageId: only.id, left: allowanceOf(only).bytes }];
}

/** Nearly all cards on nearly all days: what `consume` would give them, without their days leaving the database. */
async function rateInOrder(ctx: Ctx, plain: readonly Plain[]): Promise<Given[]> {
  if (plain.length === 0) return [];
  const column = <T>(pick: (card: Plain) => T) => plain.map(pick);
  const { rows } = await sql<Given>`
    with shared as (
      select d.card_id, d.day, d.customer_id, d.bytes, g.usage_id,
        case when g.open is null then d.bytes else
          least(d.bytes, greatest(g.open - (sum(d.bytes) over (partition by d.card_id order by d.day) - d.bytes), 0))
        end::bigint as given
      from unnest(
        ${column(({ cardId }) => cardId)}::bigint[], ${column(({ fromDay }) => fromDay)}::date[],
        ${column(({ usageId }) => usageId)}::bigint[], ${column(({ left }) => left?.toString() ?? null)}::bigint[]
      ) as g (card_id, day, usage_id, open)
      join usage.v_card_day d on d.card_id = g.card_id and d.day >= g.day and d.day >= ${firstOf(plain)}::date
    )
    insert into metering.consumption (card_id, day, usage_id, bytes, customer_id)
    select card_id, day, usage_id, given, customer_id from shared where given > 0
    union all
    select card_id, day, ${OVERAGE}::bigint, bytes - given, customer_id from shared where bytes > given
    returning card_id, day, usage_id, bytes`.execute(ofCarriers(ctx));
  return rows;
}

async function rateByRules(
  ctx: Ctx,
  moved: readonly Moved[],
  records: ReadonlyMap<string, readonly RecordRow[]>,
): Promise<Given[]> {
  if (moved.length === 0) return [];
  const [days, marks] = [await daysOfCards(ctx, moved), await marksOf(ctx, moved)];
  const rows = moved.flatMap(({ cardId }) => {
    const own = days.get(cardId) ?? [];
    const packages = records.get(cardId) ?? [];
    const zone = packages[0]?.zone ?? DEFAULT_ZONE;
    const owners = new Map(own.map(({ day, customerId }) => [day, customerId]));
    const used = own.map(({ day, bytes }) => ({ day, beginsAt: beginningOf(day, zone), bytes }));
    return consume(slicesOf(used, marks.get(cardId) ?? []), packages.map(allowanceOf)).map((share: Share) => ({
      ...share,
      cardId,
      customerId: owners.get(share.day) ?? '0',
    }));
  });
  await keepShares(ctx, rows);
  return rows.map(({ cardId, day, allowance, bytes }) => ({
    card_id: cardId,
    day,
    usage_id: allowance ?? OVERAGE,
    bytes: String(bytes),
  }));
}

type Row = Share & { readonly cardId: string; readonly customerId: string };

async function keepShares(ctx: Ctx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <T>(pick: (row: Row) => T) => rows.map(pick);
  await sql`
    insert into metering.consumption (card_id, day, usage_id, bytes, customer_id)
    select * from unnest(
      ${column(({ cardId }) => cardId)}::bigint[], ${column(({ day }) => day)}::date[],
      ${column(({ allowance }) => allowance ?? OVERAGE)}::bigint[], ${column(({ bytes }) => String(bytes))}::bigint[],
      ${column(({ customerId }) => customerId)}::bigint[])`.execute(ofCarriers(ctx));
}
