import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { job } from '../../framework/domain.ts';
import { linesOf, lockCards } from '../cards/face.ts';
import { moverOf, setterOf } from '../cardViews/face.ts';
import { NO_REASON } from './stoppedTables.ts';
import { standingStops, stopMoves } from './stopRules.ts';
import { cardsBeside, endStops, insertStops, noteStanding, ofAll } from './stopStore.ts';

const AT_ONCE = 500;
const TRACED_AT_ONCE = 50;

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
  for (;;) {
    if (signal?.aborted) return;
    const rows = await ofAll(ctx)
      .selectFrom('stopped_cards.stop')
      .select('card_id')
      .distinct()
      .where('is_untraced', '=', true)
      .limit(TRACED_AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    for (const { card_id } of rows) await ctx.transact((inside) => traceCard(inside, card_id));
  }
}

async function traceCard(ctx: Ctx, cardId: string): Promise<void> {
  const db = ofAll(ctx);
  const [card] = await lockCards(db, [cardId]);
  const lines = card ? await linesOf(ctx, cardId) : [];
  const stops = await db
    .selectFrom('stopped_cards.stop')
    .select('reason')
    .where('card_id', '=', cardId)
    .where('is_untraced', '=', true)
    .execute();
  for (const { reason } of stops) {
    const line = reason === NO_REASON ? card && moverOf(lines, card.carrier_status) : setterOf(lines, reason);
    const words = line
      ? await db
          .selectFrom('cards.v_card_event')
          .select(['reason', 'reason_en'])
          .where('id', '=', line.id)
          .executeTakeFirst()
      : undefined;
    await db
      .updateTable('stopped_cards.stop')
      .set({
        is_untraced: false,
        since: line?.at ?? null,
        source: line?.source ?? null,
        actor_customer_id: line?.actorCustomerId ?? null,
        actor_name: line?.actorName ?? null,
        why_zh: words?.reason ?? null,
        why_en: words?.reason_en ?? words?.reason ?? null,
        task_id: line?.taskId ?? null,
        ...(line ? { customer_id: line.customerId } : {}),
      })
      .where('card_id', '=', cardId)
      .where('reason', '=', reason)
      .where('is_untraced', '=', true)
      .execute();
  }
  await sql`
    update stopped_cards.stopped_card k set since = (
      select min(s.since) from stopped_cards.stop s where s.card_id = k.card_id and s.until is null)
    where k.card_id = ${cardId} and k.since is null`.execute(db);
}
