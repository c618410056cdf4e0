import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import type { AnyQuery } from '../../../framework/dataset.ts';
import { job, type TableFacts } from '../../../framework/domain.ts';
import type { Rollup } from '../../../framework/list/counting.ts';
import type { Database } from '../../../framework/tables.ts';
import { PREPARED } from '../../../runtime/prepared.ts';
import { codesAskingRealName } from '../../catalogue/face.ts';
import { platformsNotOffered } from '../../settings/face.ts';
import type { CardTable } from '../cardTables.ts';
import { soonFrom } from './cardFigures.ts';
import { missesRealName } from './missingRealName.ts';

const GROUPED = [
  'customer_id',
  'kind',
  'platform',
  'carrier_account_id',
  'carrier_status',
  'lifecycle',
  'stop_reasons',
  'sleep_status',
  'real_name_status',
  'online_state',
] as const satisfies (keyof CardTable)[];

/** The day limits of the counts; the dashboard's links use the same. */
export const SILENT_WEEK_DAYS = 7;
export const SILENT_MONTH_DAYS = 30;
export const IMEI_CHANGED_DAYS = 7;
export const USAGE_JUMPED_DAYS = 7;

/** What the card conditions depend on: the time, the products that require a real name, the carriers not offered. */
type Known = {
  readonly now: Date;
  readonly askingRealName: readonly string[];
  readonly notOffered: readonly number[];
};

/** Counts per group that its columns do not determine, as conditions on a card `k`. */
const COUNTED = {
  ending_soon: ({ now }) => sql`k.package_ends_at >= ${now} and k.package_ends_at < ${soonFrom(now)}`,
  silent_week: ({ now }) => silentFor(now, SILENT_WEEK_DAYS),
  silent_month: ({ now }) => silentFor(now, SILENT_MONTH_DAYS),
  imei_changed: ({ now }) => sql`k.imei_changed_at >= ${daysBefore(now, IMEI_CHANGED_DAYS)}`,
  usage_jumped: ({ now }) => sql`k.usage_jumped_at >= ${daysBefore(now, USAGE_JUMPED_DAYS)}`,
  real_name_missing: ({ askingRealName }) => missesRealName('k', askingRealName),
} as const satisfies Record<string, (known: Known) => RawBuilder<unknown>>;

const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * DAY_MS);
const silentFor = (now: Date, days: number) =>
  sql`k.lifecycle = 'activated' and k.last_session_at <= ${daysBefore(now, days)}`;

type Counts = Record<'n' | keyof typeof COUNTED, string>;

declare module '../../../framework/tables.ts' {
  interface Tables {
    'cards.card_counter': Pick<CardTable, (typeof GROUPED)[number]> & Counts;
    'cards.v_card_counter': Pick<
      CardTable,
      'customer_id' | 'kind' | 'platform' | 'lifecycle' | 'stop_reasons' | 'online_state'
    > &
      Counts;
    'cards.card_counter_refresh': { one: boolean; counted_at: Date; took_ms: number };
  }
}

export const cardCounterTables = {
  'cards.card_counter': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  'cards.v_card_counter': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  'cards.card_counter_refresh': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;

/** Large totals for lists of these card kinds, as of the last count. */
export const cardRollup = (kinds: (ctx: Ctx) => readonly number[]): Rollup => ({
  from: (ctx) =>
    ctx.db.selectFrom('cards.card_counter as c').where('c.kind', 'in', [...kinds(ctx)]) as unknown as AnyQuery,
  keys: new Set([
    'kind',
    'platform',
    'carrierAccountId',
    'carrierStatus',
    'lifecycle',
    'stopReasons',
    'sleepStatus',
    'realNameStatus',
    'onlineState',
    'customerId',
    'underCustomerId',
  ]),
  table: 'cards.card',
  version: (ctx) => ctx.cached('cards.tally', () => lastCounting(ctx)),
});

/** The transaction that wrote the last count; it changes with each count, even if the clock stands still. */
async function lastCounting({ db }: Ctx): Promise<string> {
  const last = await db
    .selectFrom('cards.card_counter_refresh')
    .select(sql<string>`xmin::text`.as('version'))
    .modifyEnd(sql.raw(PREPARED))
    .executeTakeFirst();
  return last?.version ?? '';
}

/**
 * Counts all cards in one pass; unchanged groups are not written. Of two concurrent runs the second waits and finds the work
 * done.
 */
export async function refreshCardCounters(ctx: Ctx): Promise<void> {
  const began = performance.now();
  const now = ctx.clock.now();
  const askingRealName = await codesAskingRealName(ctx);
  const notOffered = await platformsNotOffered(ctx.db);
  await ctx.transact(async ({ beyondScope }) => {
    const db = beyondScope('each group names its customer');
    await db
      .insertInto('cards.card_counter_refresh')
      .values({ one: true, counted_at: new Date(0), took_ms: 0 })
      .onConflict((conflict) => conflict.column('one').doNothing())
      .execute();
    const { counted_at } = await db
      .selectFrom('cards.card_counter_refresh')
      .select('counted_at')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (counted_at > now) return;
    await writeGroups(db, { now, askingRealName, notOffered });
    await db
      .updateTable('cards.card_counter_refresh')
      .set({ counted_at: now, took_ms: Math.round(performance.now() - began) })
      .execute();
  });
}

async function writeGroups(db: Database, known: Known): Promise<void> {
  const columns = (alias: string, names: readonly string[]) =>
    sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));
  const counts = ['n', ...Object.keys(COUNTED)];
  const named = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  // MERGE … WHEN NOT MATCHED BY SOURCE would say this in one clause, but only from PostgreSQL 17.
  await sql`
    with counted as materialized (
      select ${columns('k', GROUPED)}, count(*) as n, ${sql.join(
        Object.entries(COUNTED).map(
          ([name, where]) => sql`count(*) filter (where ${where(known)}) as ${sql.ref(name)}`,
        ),
      )}
      from cards.card k where k.platform <> all(${known.notOffered}::int[]) group by ${columns('k', GROUPED)}
    ), gone as (
      delete from cards.card_counter t where not exists (
        select from counted c where (${columns('t', GROUPED)}) = (${columns('c', GROUPED)}))
    )
    merge into cards.card_counter t
    using counted c on (${columns('t', GROUPED)}) = (${columns('c', GROUPED)})
    when matched and (${columns('t', counts)}) <> (${columns('c', counts)})
      then update set ${sql.join(counts.map((name) => sql`${sql.ref(name)} = ${sql.ref(`c.${name}`)}`))}
    when not matched then insert (${named(GROUPED)}, ${named(counts)})
      values (${columns('c', GROUPED)}, ${columns('c', counts)})`.execute(db);
}

/** When the cards were counted last. */
export async function cardCountersRefreshedAt(ctx: Ctx): Promise<Date | undefined> {
  const last = await ctx.db.selectFrom('cards.card_counter_refresh').select('counted_at').executeTakeFirst();
  return last?.counted_at;
}

/** Counting may take a twentieth of the time: every minute while it is quick, less often with more cards. */
export const isDue = (last: { counted_at: Date; took_ms: number } | undefined, now: Date): boolean =>
  !last || now.getTime() - last.counted_at.getTime() >= 20 * last.took_ms;

export const cardCountersJob = job({
  name: 'cards.tally',
  payload: z.object({}),
  schedule: '* * * * *',
  retries: 0,
  keyed: true,
  run: async (ctx) => {
    const last = await ctx.db.selectFrom('cards.card_counter_refresh').selectAll().executeTakeFirst();
    if (isDue(last, ctx.clock.now())) await refreshCardCounters(ctx);
  },
});
