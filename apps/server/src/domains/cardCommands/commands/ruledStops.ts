import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

/** How a stop that a rule raised stands by now. */
export type RuledStand = {
  readonly hasReason: boolean;
  readonly isRunning: boolean;
  readonly isPending: boolean;
  /** Its carrier refused a stop for this reason since. */
  readonly isRefused: boolean;
};
type Open = RuledStand & { readonly id: string; readonly state: string };

const AT_ONCE = 10_000;

/**
 * Writes down what carriers and people made of the stops that rules of a later room raised. `firings`: its table (id, card_id, reason,
 * fired_at, state), of which those waiting and confirmed are open; `note` writes a new state of some, in a transaction of its own.
 */
export async function noteStops<S extends string>(
  ctx: Ctx,
  of: {
    readonly firings: RawBuilder<unknown>;
    readonly why: string;
    readonly stateOf: (stand: RuledStand) => S;
    readonly note: (inside: Ctx, ids: readonly string[], state: S) => Promise<void>;
  },
): Promise<void> {
  const { rows } = await sql<Open>`
    select f.id::text, f.state, f.reason = any(c.stop_reasons) as "hasReason", c.lifecycle = 'activated' as "isRunning",
      c.pending_action is not null as "isPending",
      exists (select from card_commands.v_refused_stop r where r.card_id = f.card_id and r.closed_at >= f.fired_at
        and f.reason = any(r.added_reasons)) as "isRefused"
    from ${of.firings} f join cards.v_card c on c.id = f.card_id
    where f.state in ('waiting', 'confirmed')
      and (not f.reason = any(c.stop_reasons)
        or (c.lifecycle <> 'activated' and c.pending_action is null) <> (f.state = 'confirmed'))
    order by f.id limit ${AT_ONCE}`.execute(ctx.beyondScope(of.why));
  const moved = rows
    .map((row) => ({ id: row.id, state: row.state, next: of.stateOf(row) }))
    .filter(({ state, next }) => state !== next);
  for (const [next, same] of Map.groupBy(moved, (each) => each.next)) {
    const ids = same.map(({ id }) => id);
    await ctx.transact((inside) => of.note(inside, ids, next));
  }
}
