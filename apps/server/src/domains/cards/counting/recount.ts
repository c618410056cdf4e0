import { DAY_MS } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { type RawBuilder, sql } from 'kysely';
import { columnsOf, named, replaceGroups } from '../../../framework/replaceGroups.ts';
import type { Database } from '../../../framework/tables.ts';
import {
  ACTIVATION_DAYS,
  IMEI_CHANGED_DAYS,
  SILENT_MONTH_DAYS,
  SILENT_WEEK_DAYS,
  USAGE_JUMPED_DAYS,
} from '../countedDays.ts';
import { SOON_DAYS, soonFrom } from '../list/cardFigures.ts';
import { missesRealName } from '../list/missingRealName.ts';
import { GROUPED } from '../marking.ts';
import { type CardFigure, CONDITIONS, type Condition, FIGURES } from './counterTables.ts';

/** What a card is counted as depends on: the time, the products that require a real name, the carriers not offered. */
export type Known = {
  readonly now: Date;
  readonly askingRealName: readonly string[];
  readonly notOffered: readonly number[];
};

const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * DAY_MS);
const silentFor = (now: Date, days: number) =>
  sql`k.lifecycle = 'activated' and k.last_session_at <= ${daysBefore(now, days)}`;

const isEndingSoon = (now: Date) => sql`k.package_ends_at >= ${now} and k.package_ends_at < ${soonFrom(now)}`;

const CONDITION: Readonly<Record<Condition, (known: Known) => RawBuilder<unknown>>> = {
  ending_soon: ({ now }) => isEndingSoon(now),
  silent_week: ({ now }) => silentFor(now, SILENT_WEEK_DAYS),
  silent_month: ({ now }) => silentFor(now, SILENT_MONTH_DAYS),
  imei_changed: ({ now }) => sql`k.imei_changed_at >= ${daysBefore(now, IMEI_CHANGED_DAYS)}`,
  usage_jumped: ({ now }) => sql`k.usage_jumped_at >= ${daysBefore(now, USAGE_JUMPED_DAYS)}`,
  real_name_missing: ({ askingRealName }) => missesRealName('k', askingRealName),
};

/** Midnight so many days before a given day. */
export function midnightBefore(moment: Date, days: number): Date {
  const { year, month, day } = wallTimeIn(DEFAULT_ZONE, daysBefore(moment, days));
  return startOfDay(DEFAULT_ZONE, { year, month, day });
}

const zone = sql.lit(DEFAULT_ZONE);
const localDay = (column: string) => sql`(${sql.ref(`k.${column}`)} at time zone ${zone})::date`;
const dayNumber = (column: string) => sql`${localDay(column)} - date '1970-01-01'`;

const FIGURE: Readonly<Record<CardFigure, (known: Known) => RawBuilder<unknown>>> = {
  activated: ({ now }) => sql`case when k.activated_at >= ${midnightBefore(now, ACTIVATION_DAYS - 1)}
    and k.activated_at <= ${now} then ${dayNumber('activated_at')} end`,
  ending: ({ now }) => sql`case when ${isEndingSoon(now)} then ${dayNumber('package_ends_at')} end`,
  province: () => sql`k.province`,
};

/** The moments after which one of the above turns out otherwise; `from` a moment on means after the microsecond before it. */
function turns(): RawBuilder<unknown>[] {
  const after = (column: string, days: number) =>
    sql`${sql.ref(`k.${column}`)} + ${sql.lit(days * 24)} * interval '1 hour'`;
  const from = (moment: RawBuilder<unknown>) => sql`${moment} - interval '1 microsecond'`;
  return [
    after('package_ends_at', -SOON_DAYS),
    sql`k.package_ends_at`,
    from(after('last_session_at', SILENT_WEEK_DAYS)),
    from(after('last_session_at', SILENT_MONTH_DAYS)),
    after('imei_changed_at', IMEI_CHANGED_DAYS),
    after('usage_jumped_at', USAGE_JUMPED_DAYS),
    from(sql`k.activated_at`),
    from(sql`(${localDay('activated_at')} + ${sql.lit(ACTIVATION_DAYS)})::timestamp at time zone ${zone}`),
  ];
}

/** Everything a card is counted as; `holds_until` only says for how long. */
const COUNTED = [...GROUPED, ...CONDITIONS, ...FIGURES];

/** What the cards `k` of `from` are counted as at this moment. */
const countedAs = (known: Known, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select k.id as card_id, ${columnsOf('k', GROUPED)}, ${sql.join([
    ...CONDITIONS.map((name) => sql`coalesce(${CONDITION[name](known)}, false) as ${sql.ref(name)}`),
    ...FIGURES.map((name) => sql`${FIGURE[name](known)} as ${sql.ref(name)}`),
  ])}, least(${sql.join(turns().map((turn) => sql`case when ${turn} >= ${known.now} then ${turn} end`))}) as holds_until
  from ${from} where k.platform <> all(${known.notOffered}::int[])`;

const counts = ['n', ...CONDITIONS];
const added = (table: string, names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`),
  );

/**
 * Counts these cards anew, in the caller's transaction, which keeps all others from counting: what each was counted as is taken
 * off the counters, what it is now is added. While the counters are not sums of `counted_card` yet, only that is written.
 */
export async function recount(
  db: Database,
  cardIds: readonly string[],
  known: Known,
  isFilling: boolean,
): Promise<void> {
  if (cardIds.length === 0) return;
  await sql`
    with touched as materialized (
      select distinct unnest(${[...cardIds]}::bigint[]) as card_id
    ), before as materialized (
      select c.card_id, c.holds_until, ${columnsOf('c', COUNTED)} from touched t join cards.counted_card c on c.card_id = t.card_id
    ), after as materialized (
      ${countedAs(known, sql`touched t join cards.card k on k.id = t.card_id`)}
    ), gone as (
      delete from cards.counted_card c using before b
      where c.card_id = b.card_id and not exists (select from after a where a.card_id = b.card_id)
    ), changed as (
      update cards.counted_card c set ${sql.join(
        [...COUNTED, 'holds_until'].map((name) => sql`${sql.ref(name)} = ${sql.ref(`a.${name}`)}`),
      )}
      from after a join before b on b.card_id = a.card_id
      where c.card_id = a.card_id
        and (a.holds_until, ${columnsOf('a', COUNTED)}) is distinct from (b.holds_until, ${columnsOf('b', COUNTED)})
    ), found as (
      insert into cards.counted_card (card_id, holds_until, ${named(COUNTED)})
      select a.card_id, a.holds_until, ${columnsOf('a', COUNTED)} from after a
      where not exists (select from before b where b.card_id = a.card_id)
    ), moved as materialized (
      select 1 as sign, ${named(COUNTED)} from after union all select -1, ${named(COUNTED)} from before
    ), figures as (
      insert into cards.card_figure_counter as t (customer_id, kind, figure, value, n)
      select m.customer_id, m.kind, f.figure, f.value, sum(m.sign) from moved m ${eachFigure('m')}
      where ${!isFilling} and f.value is not null group by 1, 2, 3, 4 having sum(m.sign) <> 0
      on conflict (customer_id, kind, figure, value) do update set n = t.n + excluded.n
    )
    insert into cards.card_counter as t (${named(GROUPED)}, ${named(counts)})
    select * from (
      select ${columnsOf('m', GROUPED)}, sum(m.sign) as n, ${sql.join(
        CONDITIONS.map(
          (name) => sql`coalesce(sum(m.sign) filter (where ${sql.ref(`m.${name}`)}), 0) as ${sql.ref(name)}`,
        ),
      )}
      from moved m where ${!isFilling} group by ${columnsOf('m', GROUPED)}
    ) d where ${sql.join(
      counts.map((name) => sql`${sql.ref(`d.${name}`)} <> 0`),
      sql` or `,
    )}
    on conflict (${named(GROUPED)}) do update set ${added('t', counts)}`.execute(db);
}

const eachFigure = (alias: string) =>
  sql`cross join lateral (values ${sql.join(
    FIGURES.map((name) => sql`(${sql.lit(name)}, ${sql.ref(`${alias}.${name}`)})`),
  )}) f (figure, value)`;

/** Groups no card is in any more. */
export async function dropEmptyGroups(db: Database): Promise<void> {
  await db.deleteFrom('cards.card_counter').where('n', '=', '0').execute();
  await db.deleteFrom('cards.card_figure_counter').where('n', '=', '0').execute();
}

export type Difference = { readonly id: string; readonly isMarked: boolean };

/**
 * Of the cards after one and up to another, those that are counted as something else than they are. A row that holds shorter than
 * it could is none: it is looked at once more than necessary.
 */
export async function differing(db: Database, after: string, last: string, known: Known): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with found as materialized (
      select coalesce(a.card_id, b.card_id) as id
      from (${countedAs(known, sql`(select * from cards.card where id > ${after}::bigint and id <= ${last}::bigint) k`)}) a
      full join (
        select * from cards.counted_card where card_id > ${after}::bigint and card_id <= ${last}::bigint
      ) b on b.card_id = a.card_id
      where (${columnsOf('a', COUNTED)}) is distinct from (${columnsOf('b', COUNTED)})
        or coalesce(b.holds_until, 'infinity') > coalesce(a.holds_until, 'infinity')
    )
    select id, id in (select card_id from cards.uncounted_card) as "isMarked" from found`.execute(db);
  return rows;
}

/** Makes the counters the sums of `counted_card` that they should be, and returns how many groups were not. */
export async function rebuildCounters(db: Database): Promise<number> {
  const groups = await replaceGroups(
    db,
    'cards.card_counter',
    GROUPED,
    counts,
    sql`select ${columnsOf('c', GROUPED)}, count(*) as n, ${sql.join(
      CONDITIONS.map((name) => sql`count(*) filter (where ${sql.ref(`c.${name}`)}) as ${sql.ref(name)}`),
    )} from cards.counted_card c group by ${columnsOf('c', GROUPED)}`,
  );
  const figures = await replaceGroups(
    db,
    'cards.card_figure_counter',
    ['customer_id', 'kind', 'figure', 'value'],
    ['n'],
    sql`select c.customer_id, c.kind, f.figure, f.value, count(*) as n from cards.counted_card c ${eachFigure('c')}
      where f.value is not null group by 1, 2, 3, 4`,
  );
  return groups + figures;
}
