import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { job } from '../../framework/domain.ts';
import { replaceGroups } from '../../framework/replaceGroups.ts';
import type { Database } from '../../framework/tables.ts';
import { cardCountersRefreshedAt, refreshCardCounters } from '../cards/face.ts';

/** The limit behind the figure; its link uses the same. */
export const UNCONFIRMED_MS = 600_000;

const CARDS = 'cards';
const WHY = 'counts of everybody’s cards; each row names its customer';

export const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * DAY_MS);

/** Counts all cards again and derives the dashboard's figures. */
export async function countCards(ctx: Ctx): Promise<void> {
  await refreshCardCounters(ctx);
  await sumUp(ctx);
}

/** The figures as of the last counting of cards, as sums over its groups; no card is read. */
async function sumUp(ctx: Ctx): Promise<void> {
  const counted = await cardCountersRefreshedAt(ctx);
  if (!counted) return;
  const began = performance.now();
  await ctx.transact(async (inside) => {
    const db = inside.beyondScope(WHY);
    await db
      .insertInto('reports.refresh')
      .values({ name: CARDS, refreshed_at: new Date(0), took_ms: 0 })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const { refreshed_at } = await db
      .selectFrom('reports.refresh')
      .select('refreshed_at')
      .where('name', '=', CARDS)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (refreshed_at > counted) return;
    await writeCounts(db);
    await writeDays(db);
    await writePlaces(db);
    await writeTotals(db, counted);
    await db
      .updateTable('reports.refresh')
      .set({ refreshed_at: counted, took_ms: Math.round(performance.now() - began) })
      .where('name', '=', CARDS)
      .execute();
  });
}

const { manual, arrears, realName, imei, outOfRegion } = StopReason.values;

const BECAUSE = {
  stopped_manual: manual,
  stopped_arrears: arrears,
  stopped_real_name: realName,
  stopped_imei: imei,
  stopped_region: outOfRegion,
} as const;
const SUMMED = ['silent_week', 'silent_month', 'ending_soon', 'imei_changed', 'usage_jumped', 'real_name_missing'];

const writeCounts = (db: Database) =>
  replaceGroups(
    db,
    'reports.card_count',
    ['customer_id', 'kind', 'platform', 'lifecycle'],
    ['cards', 'online', ...SUMMED, ...Object.keys(BECAUSE)],
    sql`
      select customer_id, kind, platform, lifecycle, sum(n) as cards,
        coalesce(sum(n) filter (where lifecycle = 'activated' and online_state = 1), 0) as online,
        ${sql.join(SUMMED.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))},
        ${sql.join(
          Object.entries(BECAUSE).map(
            ([name, reason]) =>
              sql`coalesce(sum(n) filter (where ${reason} = any(stop_reasons)), 0) as ${sql.ref(name)}`,
          ),
        )}
      from cards.v_card_counter group by customer_id, kind, platform, lifecycle`,
  );

const writeDays = (db: Database) =>
  replaceGroups(
    db,
    'reports.card_day',
    ['customer_id', 'kind', 'figure', 'day'],
    ['cards'],
    sql`select customer_id, kind, figure, date '1970-01-01' + value as day, n as cards
      from cards.v_card_figure_counter where figure in ('activated', 'ending')`,
  );

const writePlaces = (db: Database) =>
  replaceGroups(
    db,
    'reports.card_place',
    ['customer_id', 'kind', 'province'],
    ['cards'],
    sql`select customer_id, kind, value as province, n as cards
      from cards.v_card_figure_counter where figure = 'province'`,
  );

/** Today's totals; earlier days keep the values they ended with. */
async function writeTotals(db: Database, now: Date): Promise<void> {
  const today = dayText(now);
  await db.deleteFrom('reports.card_total_day').where('day', '=', today).execute();
  await sql`
    insert into reports.card_total_day (customer_id, kind, day, cards)
    select customer_id, kind, ${today}::date, sum(cards) from reports.card_count
    where lifecycle <> 'cancelled' group by customer_id, kind`.execute(db);
}

/** The cards room counts the cards; this sums up new counts. */
export const countCardsJob = job({
  name: 'reports.countCards',
  payload: z.object({}),
  schedule: '* * * * *',
  retries: 0,
  run: async (ctx) => {
    const [counted, summed] = await Promise.all([cardCountersRefreshedAt(ctx), summedAt(ctx)]);
    if (counted && (!summed || summed < counted)) await sumUp(ctx);
  },
});

async function summedAt(ctx: Ctx): Promise<Date | undefined> {
  const last = await ctx.db
    .selectFrom('reports.refresh')
    .select('refreshed_at')
    .where('name', '=', CARDS)
    .executeTakeFirst();
  return last?.refreshed_at;
}

/** When the cards were last counted; without a count, counts them now. */
export async function cardsCountedAt(ctx: Ctx): Promise<Date> {
  const found = await summedAt(ctx);
  if (found) return found;
  await countCards(ctx);
  return (await summedAt(ctx)) ?? ctx.clock.now();
}
