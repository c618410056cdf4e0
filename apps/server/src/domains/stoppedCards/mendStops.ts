import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { job } from '../../framework/domain.ts';
import { type HistoryLine, linesOfCards, lockCards } from '../cards/face.ts';
import { moverOf, setterOf } from '../cardViews/face.ts';
import { NO_REASON } from './stoppedTables.ts';
import { standingStops, stopMoves } from './stopRules.ts';
import { cardsBeside, endStops, insertStops, noteStanding, ofAll } from './stopStore.ts';

const AT_ONCE = 500;
const TRACED_AT_ONCE = 500;

/** Each minute: cards of before stops were kept, or that came without a line in their history, are asked for theirs. */
export const traceJob = job({
  name: 'stoppedCards.trace',
  payload: z.object({}),
  schedule: '* * * * *',
  run: (ctx, _payload, signal) => traceStops(ctx, signal),
});

/** Each night: what is kept is compared with the cards. */
export const mendJob = job({
  name: 'stoppedCards.mend',
  payload: z.object({}),
  schedule: '40 3 * * *',
  run: (ctx, _payload, signal) => mendStops(ctx, signal),
});

/** Compares all cards that are stopped, or kept as stopped, with what is kept of them. */
export async function mendStops(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for (let after: string | undefined = '0'; after !== undefined && !signal?.aborted; ) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      select c.id from cards.v_card c
      where c.id > ${after} and (c.lifecycle = 'stopped' or c.stop_reasons <> '{}'
        or exists (select from stopped_cards.stopped_card k where k.card_id = c.id))
      order by c.id limit ${AT_ONCE}`.execute(ofAll(ctx));
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await ctx.transact((inside) => mendSome(inside, ids));
    after = ids.at(-1);
  }
}

async function mendSome(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await lockCards(ofAll(ctx), ids);
  const at = ctx.clock.now();
  const moved = (await cardsBeside(ctx, ids)).map((card) => ({
    card,
    ...stopMoves(card.kept ?? [], standingStops(card)),
  }));
  await endStops(
    ctx,
    moved.flatMap(({ card, end }) => end.map((reason) => ({ cardId: card.id, reason, at }))),
  );
  await insertStops(
    ctx,
    moved.flatMap(({ card, begin }) =>
      begin.map((reason) => ({
        ...{ card_id: card.id, reason, customer_id: card.customer_id, since: null, until: null, source: null },
        ...{ actor_customer_id: null, actor_name: null, why_zh: null, why_en: null, task_id: null, is_untraced: true },
      })),
    ),
  );
  await noteStanding(
    ctx,
    moved.filter(({ begin, end }) => begin.length + end.length > 0).map(({ card }) => card.id),
  );
}

/** Asks the history of cards since when, by whom and why they are stopped. */
export async function traceStops(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await ctx.transact(traceSome)));
}

/** `false` when none are left. */
async function traceSome(ctx: Ctx): Promise<boolean> {
  const db = ofAll(ctx);
  const untraced = await db
    .selectFrom('stopped_cards.stop')
    .select('card_id')
    .distinct()
    .where('is_untraced', '=', true)
    .limit(TRACED_AT_ONCE)
    .execute();
  if (untraced.length === 0) return false;
  const ids = untraced.map(({ card_id }) => card_id);
  const cards = new Map((await lockCards(db, ids)).map((card) => [card.id, card]));
  const lines = await linesOfCards(ctx, ids);
  const stops = await db
    .selectFrom('stopped_cards.stop')
    .select(['card_id', 'reason'])
    .where('is_untraced', '=', true)
    .where(sql<boolean>`card_id = any(${ids}::bigint[])`)
    .execute();
  const traced = stops.map((stop) => {
    const own = lines.get(stop.card_id) ?? [];
    const status = cards.get(stop.card_id)?.carrier_status ?? '';
    return { ...stop, line: stop.reason === NO_REASON ? moverOf(own, status) : setterOf(own, stop.reason) };
  });
  await keepTraced(ctx, traced);
  await sql`
    update stopped_cards.stopped_card k set since = s.since
    from (select card_id, min(since) as since from stopped_cards.stop
      where card_id = any(${ids}::bigint[]) and until is null group by card_id) s
    where k.card_id = s.card_id and k.since is null`.execute(db);
  return true;
}

type Traced = { readonly card_id: string; readonly reason: number; readonly line: HistoryLine | undefined };

async function keepTraced(ctx: Ctx, traced: readonly Traced[]): Promise<void> {
  const column = <T>(pick: (stop: Traced) => T) => traced.map(pick);
  await sql`
    update stopped_cards.stop s set is_untraced = false, since = e.at, source = e.source, customer_id = coalesce(e.customer_id, s.customer_id),
      actor_customer_id = e.actor_customer_id, actor_name = e.actor_name, why_zh = e.reason, why_en = coalesce(e.reason_en, e.reason),
      task_id = e.task_id
    from unnest(${column(({ card_id }) => card_id)}::bigint[], ${column(({ reason }) => reason)}::smallint[],
        ${column(({ line }) => line?.id ?? null)}::bigint[]) as g (card_id, reason, event_id)
      left join (select * from cards.v_card_event where id = any(${column(({ line }) => line?.id ?? '0')}::bigint[])
        and card_id = any(${column(({ card_id }) => card_id)}::bigint[])) e on e.id = g.event_id
    where s.card_id = g.card_id and s.reason = g.reason and s.is_untraced`.execute(ofAll(ctx));
}
