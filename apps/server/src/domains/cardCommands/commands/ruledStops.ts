import { type RawBuilder, sql } from 'kysely';

// What became of a stop that a rule raised: `f` is its firing (card_id, reason, fired_at, state), `c` its card.

/** The facts by which a rule says how its stop stands: `hasReason`, `isRunning`, `isPending`, `isRefused`. */
export const stopStand: RawBuilder<unknown> = sql`
  f.reason = any(c.stop_reasons) as "hasReason", c.lifecycle = 'activated' as "isRunning",
  c.pending_action is not null as "isPending",
  exists (select from card_commands.v_refused_stop r where r.card_id = f.card_id and r.closed_at >= f.fired_at
    and f.reason = any(r.added_reasons)) as "isRefused"`;

/** Whether an open firing stands otherwise than it says. */
export const stopMoved: RawBuilder<boolean> = sql<boolean>`
  (not f.reason = any(c.stop_reasons)
    or (c.lifecycle <> 'activated' and c.pending_action is null) <> (f.state = 'confirmed'))`;
