import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { job } from '../../framework/domain.ts';
import type { Tables } from '../../framework/tables.ts';

/** What the figures mean, in days and minutes; links are made of the same. */
export const ENDING_DAYS = 7;
export const SILENT_WEEK_DAYS = 7;
export const SILENT_MONTH_DAYS = 30;
export const IMEI_CHANGED_DAYS = 7;
export const ACTIVATION_DAYS = 30;
export const UNCONFIRMED_MS = 600_000;

const CARDS = 'cards';
const WHY = 'counts of everybody’s cards; each row names its customer';

export const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * DAY_MS);

/** Midnight so many days before the day of a moment. */
export function midnightBefore(moment: Date, days: number): Date {
  const { year, month, day } = wallTimeIn(DEFAULT_ZONE, daysBefore(moment, days));
  return startOfDay(DEFAULT_ZONE, { year, month, day });
}

/**
 * Counts all cards anew, in one reading of them. Two at once count once: the second waits for the first and finds its
 * work done.
 */
export async function countCards(ctx: Ctx): Promise<void> {
  const asked = ctx.clock.now();
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
    if (refreshed_at > asked) return;
    await writeCounts(db, asked);
    await writeDays(db, asked);
    await db
      .updateTable('reports.refresh')
      .set({ refreshed_at: asked, took_ms: Math.round(performance.now() - began) })
      .where('name', '=', CARDS)
      .execute();
  });
}

const { manual, arrears, realName, imei, outOfRegion } = StopReason.values;

async function writeCounts(db: Kysely<Tables>, now: Date): Promise<void> {
  const ends = new Date(now.getTime() + ENDING_DAYS * DAY_MS);
  const because = (reason: StopReason) => sql`count(*) filter (where ${reason} = any(stop_reasons))`;
  const silent = (days: number) =>
    sql`count(*) filter (where lifecycle = 'activated' and last_session_at <= ${daysBefore(now, days)})`;
  await db.deleteFrom('reports.card_count').execute();
  await sql`
    insert into reports.card_count (
      customer_id, kind, platform, lifecycle, cards, online, silent_week, silent_month, ending_soon, imei_changed,
      stopped_manual, stopped_arrears, stopped_real_name, stopped_imei, stopped_region)
    select customer_id, kind, platform, lifecycle, count(*),
      count(*) filter (where lifecycle = 'activated' and online_state = 1),
      ${silent(SILENT_WEEK_DAYS)}, ${silent(SILENT_MONTH_DAYS)},
      count(*) filter (where package_ends_at >= ${now} and package_ends_at < ${ends}),
      count(*) filter (where imei_changed_at >= ${daysBefore(now, IMEI_CHANGED_DAYS)}),
      ${because(manual)}, ${because(arrears)}, ${because(realName)}, ${because(imei)}, ${because(outOfRegion)}
    from cards.v_card group by customer_id, kind, platform, lifecycle`.execute(db);
}

async function writeDays(db: Kysely<Tables>, now: Date): Promise<void> {
  const zone = sql.lit(DEFAULT_ZONE);
  await db.deleteFrom('reports.card_day').execute();
  await sql`
    insert into reports.card_day (customer_id, kind, figure, day, cards)
    select customer_id, kind, 'activated', (activated_at at time zone ${zone})::date, count(*)
    from cards.v_card where activated_at >= ${midnightBefore(now, ACTIVATION_DAYS - 1)} and activated_at <= ${now}
    group by 1, 2, 4
    union all
    select customer_id, kind, 'ending', (package_ends_at at time zone ${zone})::date, count(*)
    from cards.v_card
    where package_ends_at >= ${now} and package_ends_at < ${new Date(now.getTime() + ENDING_DAYS * DAY_MS)}
    group by 1, 2, 4`.execute(db);
}

/** Counting may take a twentieth of the time: each minute while it is quick, seldomer with more cards. */
export const isDue = (last: { refreshed_at: Date; took_ms: number } | undefined, now: Date): boolean =>
  !last || now.getTime() - last.refreshed_at.getTime() >= 20 * last.took_ms;

export const countCardsJob = job({
  name: 'reports.countCards',
  payload: z.object({}),
  schedule: '* * * * *',
  retries: 0,
  run: async (ctx) => {
    const last = await ctx.db.selectFrom('reports.refresh').selectAll().where('name', '=', CARDS).executeTakeFirst();
    if (isDue(last, ctx.clock.now())) await countCards(ctx);
  },
});

/** When the cards were counted last; the very first figure counts them itself. */
export async function cardsCountedAt(ctx: Ctx): Promise<Date> {
  const find = () =>
    ctx.db.selectFrom('reports.refresh').select('refreshed_at').where('name', '=', CARDS).executeTakeFirst();
  const found = await find();
  if (found) return found.refreshed_at;
  await countCards(ctx);
  return (await find())?.refreshed_at ?? ctx.clock.now();
}
