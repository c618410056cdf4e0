import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { job } from '../../framework/domain.ts';
import type { Tables } from '../../framework/tables.ts';
import { cardCountersRefreshedAt, refreshCardCounters, SOON_DAYS } from '../cards/face.ts';
import { platformsNotOffered } from '../settings/face.ts';

/** The limits behind the figures, in days and minutes; the links use the same. */
export const ACTIVATION_DAYS = 30;
export const UNCONFIRMED_MS = 600_000;

const CARDS = 'cards';
const WHY = 'counts of everybody’s cards; each row names its customer';

export const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * DAY_MS);

/** Midnight so many days before a given day. */
export function midnightBefore(moment: Date, days: number): Date {
  const { year, month, day } = wallTimeIn(DEFAULT_ZONE, daysBefore(moment, days));
  return startOfDay(DEFAULT_ZONE, { year, month, day });
}

/** Counts all cards again and derives the dashboard's figures. */
export async function countCards(ctx: Ctx): Promise<void> {
  await refreshCardCounters(ctx);
  await sumUp(ctx);
}

/** The figures as of the last counting of cards: sums over its groups, and two ranges of days from their indexes. */
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
    const offered = sql`platform <> all(${await platformsNotOffered(db)}::int[])`;
    await writeDays(db, counted, offered);
    await writePlaces(db, offered);
    await writeTotals(db, counted);
    await db
      .updateTable('reports.refresh')
      .set({ refreshed_at: counted, took_ms: Math.round(performance.now() - began) })
      .where('name', '=', CARDS)
      .execute();
  });
}

const { manual, arrears, realName, imei, outOfRegion } = StopReason.values;

async function writeCounts(db: Kysely<Tables>): Promise<void> {
  const because = (reason: StopReason) => sql`coalesce(sum(n) filter (where ${reason} = any(stop_reasons)), 0)`;
  await db.deleteFrom('reports.card_count').execute();
  await sql`
    insert into reports.card_count (
      customer_id, kind, platform, lifecycle, cards, online, silent_week, silent_month, ending_soon, imei_changed,
      usage_jumped, real_name_missing, stopped_manual, stopped_arrears, stopped_real_name, stopped_imei, stopped_region)
    select customer_id, kind, platform, lifecycle, sum(n),
      coalesce(sum(n) filter (where lifecycle = 'activated' and online_state = 1), 0),
      sum(silent_week), sum(silent_month), sum(ending_soon), sum(imei_changed), sum(usage_jumped),
      sum(real_name_missing),
      ${because(manual)}, ${because(arrears)}, ${because(realName)}, ${because(imei)}, ${because(outOfRegion)}
    from cards.v_card_counter group by customer_id, kind, platform, lifecycle`.execute(db);
}

async function writeDays(db: Kysely<Tables>, now: Date, offered: RawBuilder<unknown>): Promise<void> {
  const zone = sql.lit(DEFAULT_ZONE);
  await db.deleteFrom('reports.card_day').execute();
  await sql`
    insert into reports.card_day (customer_id, kind, figure, day, cards)
    select customer_id, kind, 'activated', (activated_at at time zone ${zone})::date, count(*)
    from cards.v_card where ${offered} and activated_at >= ${midnightBefore(now, ACTIVATION_DAYS - 1)} and activated_at <= ${now}
    group by 1, 2, 4
    union all
    select customer_id, kind, 'ending', (package_ends_at at time zone ${zone})::date, count(*)
    from cards.v_card
    where ${offered} and package_ends_at >= ${now} and package_ends_at < ${new Date(now.getTime() + SOON_DAYS * DAY_MS)}
    group by 1, 2, 4`.execute(db);
}

async function writePlaces(db: Kysely<Tables>, offered: RawBuilder<unknown>): Promise<void> {
  await db.deleteFrom('reports.card_place').execute();
  await sql`
    insert into reports.card_place (customer_id, kind, province, cards)
    select customer_id, kind, province, count(*) from cards.v_card
    where ${offered} and province is not null group by 1, 2, 3`.execute(db);
}

/** Today's totals; earlier days keep the values they ended with. */
async function writeTotals(db: Kysely<Tables>, now: Date): Promise<void> {
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
