import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { lockCards } from '../../cards/face.ts';
import { callingCards } from '../../usage/face.ts';
import { rateCalls } from '../rating/rateCalls.ts';
import { rateCards } from '../rating/rateCards.ts';
import { type Moved, ofCarriers } from '../rating/recordUse.ts';
import { isWithinDay } from './keepMarks.ts';

/** What ended before that is not shared out any more. */
const REACHES_MS = 62 * DAY_MS;
const AT_ONCE = 500;
const PARTS_A_RUN = 200;

/**
 * Shares out what cards had used before usage was shared out at all, once, card by card in the order of their ids: since the oldest
 * package of theirs that ran lately, or for two months. Killed anywhere, it goes on where it was.
 */
export const catchUpJob = job({
  name: 'metering.catchUp',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    for (let part = 0; part < PARTS_A_RUN && !signal.aborted; part += 1) {
      const [data, calls] = [await ctx.transact(catchUpPart), await ctx.transact(catchUpCalls)];
      if (!data && !calls) return;
    }
  },
});

/** Goes through the next cards; `false` when there are none left. */
async function catchUpPart(ctx: Ctx): Promise<boolean> {
  const db = ofCarriers(ctx);
  const at = await db
    .selectFrom('metering.catch_up')
    .select(['last_card_id', 'since'])
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!at) return false;
  const since = at.since ?? new Date(ctx.clock.now().getTime() - REACHES_MS);
  if (!at.since) await db.updateTable('metering.catch_up').set({ since }).execute();
  const next = await db
    .selectFrom('cards.v_card')
    .select('id')
    .where('id', '>', at.last_card_id)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  const last = next.at(-1)?.id;
  const locked = await lockCards(
    db,
    next.map(({ id }) => id),
  );
  const moved = await startsOf(
    ctx,
    locked.map(({ id }) => id),
    since,
  );
  await keepUnknownMarks(ctx, moved);
  await rateCards(ctx, moved);
  await db
    .updateTable('metering.catch_up')
    .set(last === undefined ? { finished_at: ctx.clock.now() } : { last_card_id: last })
    .execute();
  return last !== undefined;
}

/** The same for what voice cards called and sent. */
async function catchUpCalls(ctx: Ctx): Promise<boolean> {
  const db = ofCarriers(ctx);
  const at = await db
    .selectFrom('metering.catch_up')
    .select('last_calling_id')
    .where('calls_finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!at) return false;
  const next = await callingCards(ctx, at.last_calling_id, AT_ONCE);
  const locked = await lockCards(db, next);
  await rateCalls(
    ctx,
    await startsOf(
      ctx,
      locked.map(({ id }) => id),
      new Date(ctx.clock.now().getTime() - REACHES_MS),
    ),
  );
  const last = next.at(-1);
  await db
    .updateTable('metering.catch_up')
    .set(last === undefined ? { calls_finished_at: ctx.clock.now() } : { last_calling_id: last })
    .execute();
  return last !== undefined;
}

/** The day from which each card's usage is shared out. */
async function startsOf(ctx: Ctx, cardIds: readonly string[], since: Date): Promise<Moved[]> {
  if (cardIds.length === 0) return [];
  const { rows } = await sql<{ card_id: string; starts_at: Date }>`
    select card_id, min(starts_at) as starts_at from orders.v_package_usage
    where card_id = any(${[...cardIds]}::bigint[]) and ends_at > ${since} group by card_id`.execute(ofCarriers(ctx));
  const first = new Map(rows.map(({ card_id, starts_at }) => [card_id, starts_at]));
  return cardIds.map((cardId) => {
    const starts = first.get(cardId);
    return { cardId, fromDay: dayText(starts && starts < since ? starts : since) };
  });
}

/** Nobody knows what a day had used when a package began within it: it counts for that package, all of it within the margin. */
async function keepUnknownMarks(ctx: Ctx, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return;
  const { rows } = await sql<{ card_id: string; starts_at: Date; zone: string }>`
    select u.card_id, u.starts_at, u.zone
    from unnest(${moved.map(({ cardId }) => cardId)}::bigint[], ${moved.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join orders.v_package_usage u on u.card_id = g.card_id and u.starts_at >= g.day
    where u.starts_at <= ${ctx.clock.now()}`.execute(ofCarriers(ctx));
  const within = rows.filter(({ starts_at, zone }) => isWithinDay(starts_at, zone));
  await sql`
    insert into metering.mark (card_id, at, day, bytes)
    select * from unnest(
      ${within.map(({ card_id }) => card_id)}::bigint[], ${within.map(({ starts_at }) => starts_at)}::timestamptz[],
      ${within.map(({ starts_at, zone }) => dayText(starts_at, zone))}::date[], ${within.map(() => '0')}::bigint[])
    on conflict (card_id, at) do nothing`.execute(ofCarriers(ctx));
}
