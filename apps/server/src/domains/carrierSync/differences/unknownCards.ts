import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { lockCard } from '../../cards/face.ts';
import { noteDifference } from './differences.ts';

const WHY = 'a carrier speaks of its cards, whoever has them';

/** Cards unknown to their carrier are recorded as differences once: one that was closed stays closed. */
export async function noteUnknown(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const db = ctx.beyondScope(WHY);
  for (const id of [...ids].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))) {
    const card = await lockCard(db, id);
    if (!card || card.pending_action) continue;
    const { rows } = await sql`
      select 1 from carrier_sync.carrier_difference where card_id = ${id}::bigint and kind = 'unknown'
        and state in ('open', 'closed') limit 1`.execute(db);
    if (rows.length === 0) await noteDifference({ ...ctx, db }, card, { kind: 'unknown', theirs: null, taskId: null });
  }
}

/** The carrier knows them again: their difference ends, and may be recorded anew. */
export const knownAgain = (ctx: Ctx, ids: readonly string[]): Promise<unknown> =>
  sql`
    update carrier_sync.carrier_difference set state = 'gone', decided_at = coalesce(decided_at, ${ctx.clock.now()})
    where card_id = any(${[...ids]}::bigint[]) and kind = 'unknown' and state in ('open', 'closed')`.execute(
    ctx.beyondScope(WHY),
  );
