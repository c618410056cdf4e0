import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { lockCards } from '../../cards/face.ts';
import type { Moved } from '../../metering/face.ts';
import { beyond, runningTariffs } from '../tariffs/tariffStore.ts';
import { bookUses, inForce } from './bookUses.ts';

/**
 * Keeps days of which a flow pool gives another part by now. Whoever draws them holds the pool and not all of its cards, whose locks
 * come first: they are booked by the minute's job.
 */
export async function keepRedrawn(ctx: Ctx, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0 || (await runningTariffs(ctx)).length === 0) return;
  const sorted = [...moved].sort((a, b) => (BigInt(a.cardId) < BigInt(b.cardId) ? -1 : 1));
  await sql`
    insert into deductions.redrawn as r (card_id, from_day)
    select * from unnest(${sorted.map(({ cardId }) => cardId)}::bigint[], ${sorted.map(({ fromDay }) => fromDay)}::date[])
    on conflict (card_id) do update set from_day = least(r.from_day, excluded.from_day)`.execute(beyond(ctx));
}

const AT_ONCE = 500;

/** Books what waits, so many cards a transaction; a kill leaves the rest waiting. What is drawn again meanwhile waits anew. */
export async function bookRedrawn(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const { rows } = await sql<{ card_id: string }>`
      select card_id from deductions.redrawn order by card_id limit ${AT_ONCE}`.execute(beyond(ctx));
    if (rows.length === 0) return;
    await ctx.transact(async (inside) => {
      const ids = rows.map(({ card_id }) => card_id);
      await lockCards(beyond(inside), ids);
      const taken = await sql<{ card_id: string; from_day: string }>`
        delete from deductions.redrawn where card_id = any(${ids}::bigint[]) returning card_id, from_day`.execute(
        beyond(inside),
      );
      await bookUses(
        inside,
        taken.rows.map(({ card_id, from_day }) => ({ cardId: card_id, fromDay: from_day })),
        { source: 'pool', revisionOf: inForce(inside.clock.now()) },
      );
    });
  }
}
