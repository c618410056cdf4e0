import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { StopTable } from './stoppedTables.ts';

export const ofAll = (ctx: Ctx) => ctx.beyondScope('how long cards are stopped is kept whoever has them');

export type Seen = {
  readonly id: string;
  readonly customer_id: string;
  readonly lifecycle: string;
  readonly stop_reasons: number[];
  /** The reasons kept as standing. */
  readonly kept: number[] | null;
};

/** Cards as they are, beside the stops that are kept of them. */
export async function cardsBeside(ctx: Ctx, cardIds: readonly string[]): Promise<Seen[]> {
  const { rows } = await sql<Seen>`
    select c.id, c.customer_id, c.lifecycle, c.stop_reasons,
      (select array_agg(s.reason) from stopped_cards.stop s where s.card_id = c.id and s.until is null) as kept
    from cards.v_card c where c.id = any(${[...cardIds]}::bigint[])`.execute(ofAll(ctx));
  return rows;
}

export type EndedStop = { readonly cardId: string; readonly reason: number; readonly at: Date };

export async function endStops(ctx: Ctx, ended: readonly EndedStop[]): Promise<void> {
  if (ended.length === 0) return;
  const column = <T>(pick: (stop: EndedStop) => T) => ended.map(pick);
  await sql`
    update stopped_cards.stop s set until = g.at
    from unnest(${column(({ cardId }) => cardId)}::bigint[], ${column(({ reason }) => reason)}::smallint[],
      ${column(({ at }) => at)}::timestamptz[]) as g (card_id, reason, at)
    where s.card_id = g.card_id and s.reason = g.reason and s.until is null`.execute(ofAll(ctx));
}

/** Stops whose end a refusal took back stand as before. Returns those there are, as «card reason». */
export async function reopenStops(ctx: Ctx, stops: readonly StopTable[]): Promise<ReadonlySet<string>> {
  if (stops.length === 0) return new Set();
  const column = <T>(pick: (stop: StopTable) => T) => stops.map(pick);
  const { rows } = await sql<{ card_id: string; reason: number }>`
    update stopped_cards.stop s set until = null
    from (
      select k.card_id, k.reason, max(k.until) as until from stopped_cards.stop k
      join unnest(${column(({ card_id }) => card_id)}::bigint[], ${column(({ reason }) => reason)}::smallint[]) as g (card_id, reason)
        on k.card_id = g.card_id and k.reason = g.reason
      group by k.card_id, k.reason
    ) l where s.card_id = l.card_id and s.reason = l.reason and s.until = l.until
    returning s.card_id, s.reason`.execute(ofAll(ctx));
  return new Set(rows.map(({ card_id, reason }) => `${card_id} ${reason}`));
}

export async function insertStops(ctx: Ctx, stops: readonly StopTable[]): Promise<void> {
  if (stops.length === 0) return;
  await ofAll(ctx)
    .insertInto('stopped_cards.stop')
    .values([...stops])
    .execute();
}

/** Keeps which of these cards have a stop, and since when: a reason that joins another leaves that as it was. */
export async function noteStanding(ctx: Ctx, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return;
  const ids = [...new Set(cardIds)];
  await sql`
    delete from stopped_cards.stopped_card k where k.card_id = any(${ids}::bigint[])
      and not exists (select from stopped_cards.stop s where s.card_id = k.card_id and s.until is null)`.execute(
    ofAll(ctx),
  );
  await sql`
    insert into stopped_cards.stopped_card (card_id, since)
    select card_id, min(since) from stopped_cards.stop where card_id = any(${ids}::bigint[]) and until is null group by card_id
    on conflict (card_id) do nothing`.execute(ofAll(ctx));
}

/** Cards that do not exist any more. */
export async function forgetCards(ctx: Ctx, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return;
  for (const table of ['stopped_cards.stop', 'stopped_cards.stopped_card'] as const) {
    await ofAll(ctx)
      .deleteFrom(table)
      .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
      .execute();
  }
}
