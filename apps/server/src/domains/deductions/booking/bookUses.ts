import type { FigureSource } from '@cardinal/contract/enumerations/deduction.ts';
import { DeductionSource } from '@cardinal/contract/enumerations/settlement.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { pathsOf } from '../../customers/face.ts';
import { drawnOf } from '../../flowPools/face.ts';
import { sharesOf } from '../../metering/face.ts';
import { daysOfCards } from '../../usage/face.ts';
import type { TariffRow, VersionRow } from '../deductionTables.ts';
import { type Booked, type Entry, entriesFor, UNCHARGED } from '../rating/bookRules.ts';
import { beyond, isAbout, runningTariffs, versionAt } from '../tariffs/tariffStore.ts';

/** A card whose days moved, from a day on. `before`: what the days that changed stood at. */
export type Moved = {
  readonly cardId: string;
  readonly fromDay: string;
  readonly untilDay?: string;
  readonly before?: ReadonlyMap<string, bigint | null>;
};
type Running = { readonly tariff: TariffRow; readonly versions: readonly VersionRow[] };
type Holder = { readonly id: string; readonly carrier_account_id: string | null; readonly product_code: string | null };
type Day = { readonly day: string; readonly customerId: string; readonly bytes: bigint; readonly overage: bigint };
type Figure = Entry & {
  readonly tariffId: string;
  readonly cardId: string;
  readonly day: string;
  readonly before: bigint;
  readonly after: bigint;
};
export type Booking = {
  readonly source: FigureSource;
  /** Which version what is more belongs to. */
  readonly revisionOf: (running: Running, day: string) => number;
};

/** The version in force now, while it is on. */
export const inForce =
  (at: Date): Booking['revisionOf'] =>
  ({ versions }) => {
    const version = versionAt(versions, at);
    return version?.is_on ? version.revision : UNCHARGED;
  };

/**
 * Writes how days of cards stand otherwise than they are booked, in the caller's transaction, which holds the locks of the cards. What is
 * booked of a day always adds up to the day. Returns what was written.
 */
export async function bookUses(
  ctx: Ctx,
  moved: readonly Moved[],
  { source, revisionOf }: Booking,
  only?: readonly string[],
): Promise<readonly Figure[]> {
  const running = moved.length === 0 ? [] : await runningTariffs(ctx, only);
  if (running.length === 0) return [];
  const holders = await holdersOf(ctx, moved, running);
  const known = moved.filter(({ cardId }) => holders.has(cardId));
  const days = await daysAs(ctx, known);
  const paths = await pathsOf(beyond(ctx), [...new Set([...days.values()].flat().map(({ customerId }) => customerId))]);
  const booked = await bookedOf(ctx, known);
  const figures: Figure[] = [];
  for (const each of known) {
    const holder = holders.get(each.cardId);
    if (!holder) continue;
    for (const day of days.get(each.cardId) ?? []) {
      if (each.untilDay !== undefined && day.day > each.untilDay) continue;
      const path = paths.get(day.customerId) ?? '';
      for (const of of running) {
        const { tariff } = of;
        if (tariff.first_day === null || day.day < tariff.first_day || !path.includes(`/${tariff.customer_id}/`))
          continue;
        if (!isAbout(tariff, holder)) continue;
        const had = booked.get(`${tariff.id} ${each.cardId} ${day.day}`);
        figures.push(...figuresOf(of, each, day, had, source === 'rerating' || source === 'beginning', revisionOf));
      }
    }
  }
  await write(ctx, figures, source);
  return figures;
}

function figuresOf(
  running: Running,
  { cardId, before: changed }: Moved,
  { day, bytes, overage }: Day,
  had: readonly Booked[] | undefined,
  isWhole: boolean,
  revisionOf: Booking['revisionOf'],
): Figure[] {
  const { tariff } = running;
  const charged = tariff.source === DeductionSource.values.balance ? bytes : overage;
  const at = (entry: Entry, before: bigint, after: bigint): Figure => ({
    ...entry,
    tariffId: tariff.id,
    cardId,
    day,
    before,
    after,
  });
  const stood = (entries: readonly Booked[]) => entries.reduce((sum, each) => sum + each.bytes, 0n);
  if (had || isWhole) {
    const before = stood(had ?? []);
    return entriesFor(had ?? [], { bytes, charged }, revisionOf(running, day)).map((each) => at(each, before, bytes));
  }
  // A day that nothing is booked of and that did not change either was used before the card came under this tariff.
  if (!changed?.has(day)) return [];
  const before = changed.get(day) ?? 0n;
  const grown = bytes - before;
  const stoodCharged = charged > grown ? charged - grown : 0n;
  const beginning: Booked = {
    revision: UNCHARGED,
    bytes: before,
    charged: stoodCharged < before ? stoodCharged : before,
  };
  const begins = before === 0n ? [] : [at(beginning, 0n, before)];
  return [
    ...begins,
    ...entriesFor([beginning], { bytes, charged }, revisionOf(running, day)).map((each) => at(each, before, bytes)),
  ];
}

/** The cards that some tariff may be about. */
async function holdersOf(
  ctx: Ctx,
  moved: readonly Moved[],
  running: readonly Running[],
): Promise<ReadonlyMap<string, Holder>> {
  const rows = await beyond(ctx)
    .selectFrom('cards.v_card')
    .select(['id', 'carrier_account_id', 'product_code'])
    .where(sql<boolean>`id = any(${moved.map(({ cardId }) => cardId)}::bigint[])`)
    .execute();
  return new Map(rows.filter((row) => running.some(({ tariff }) => isAbout(tariff, row))).map((row) => [row.id, row]));
}

/** Days as they stand by now, with what neither a package nor a flow pool gave of them. */
async function daysAs(ctx: Ctx, moved: readonly Moved[]): Promise<ReadonlyMap<string, Day[]>> {
  const [days, shares] = [await daysOfCards(ctx, moved), await sharesOf(ctx, moved)];
  const overage = new Map(shares.map((each) => [`${each.cardId} ${each.day}`, each.overage]));
  for (const { cardId, day, bytes } of await drawnOf(ctx, moved)) {
    const key = `${cardId} ${day}`;
    overage.set(key, (overage.get(key) ?? 0n) - bytes);
  }
  return new Map(
    [...days].map(([cardId, own]) => [
      cardId,
      own.map((each) => ({ ...each, overage: overage.get(`${cardId} ${each.day}`) ?? 0n })),
    ]),
  );
}

async function bookedOf(ctx: Ctx, moved: readonly Moved[]): Promise<ReadonlyMap<string, Booked[]>> {
  if (moved.length === 0) return new Map();
  // Known before any row is read, so that partitions before are not opened.
  const first = moved.map(({ fromDay }) => fromDay).reduce((a, b) => (a < b ? a : b));
  const { rows } = await sql<{ key: string; revision: number; bytes: string; charged: string }>`
    select f.tariff_id || ' ' || f.card_id || ' ' || to_char(f.day, 'YYYY-MM-DD') as key, f.revision,
      sum(f.bytes)::text as bytes, sum(f.charged)::text as charged
    from unnest(${moved.map(({ cardId }) => cardId)}::bigint[], ${moved.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join deductions.figure f on f.card_id = g.card_id and f.day >= g.day
    where f.day >= ${first}::date group by f.tariff_id, f.card_id, f.day, f.revision`.execute(beyond(ctx));
  const grouped = Map.groupBy(rows, ({ key }) => key);
  return new Map(
    [...grouped].map(([key, own]) => [
      key,
      own.map(({ revision, bytes, charged }) => ({ revision, bytes: BigInt(bytes), charged: BigInt(charged) })),
    ]),
  );
}

async function write(ctx: Ctx, figures: readonly Figure[], source: FigureSource): Promise<void> {
  if (figures.length === 0) return;
  const column = <T>(pick: (figure: Figure) => T) => figures.map(pick);
  await sql`
    insert into deductions.figure (id, tariff_id, card_id, day, revision, bytes, charged, before, after, at, source, deduction_id)
    select g.*, ${ctx.clock.now()}::timestamptz, ${source}, case when g.revision = ${UNCHARGED} then 0 end from unnest(
      ${column(() => ctx.ids.next())}::bigint[], ${column(({ tariffId }) => tariffId)}::bigint[],
      ${column(({ cardId }) => cardId)}::bigint[], ${column(({ day }) => day)}::date[],
      ${column(({ revision }) => revision)}::integer[], ${column(({ bytes }) => String(bytes))}::bigint[],
      ${column(({ charged }) => String(charged))}::bigint[], ${column(({ before }) => String(before))}::bigint[],
      ${column(({ after }) => String(after))}::bigint[]
    ) as g (id, tariff_id, card_id, day, revision, bytes, charged, before, after)`.execute(beyond(ctx));
}

/** China's day before this one: where days are not China's, it may still be today. */
export const dayBefore = (at: Date): string => dayText(new Date(+at - 86_400_000));
