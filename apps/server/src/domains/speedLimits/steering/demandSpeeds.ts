import type { Text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { WHY } from '../speedLimitTables.ts';
import { steerCards } from './steerCards.ts';

/** A speed that a rule of another room asks for on a card, and why, for whoever sees the card; without it nothing is asked for any more. */
export type Demand = {
  readonly cardId: string;
  /** What is behind it in its room. */
  readonly sourceId: string;
  readonly asks?: { readonly kbps: number; readonly why: Text };
};

/**
 * Takes what other rooms' rules ask for, in their transaction: of one source the last counts. Each card gets the lowest of all limits on it,
 * and its carrier is asked once that is another than before. A speed that a person changed since stays passed over.
 */
export async function demandSpeeds(ctx: Ctx, demands: readonly Demand[]): Promise<void> {
  if (demands.length === 0) return;
  const db = ctx.beyondScope(WHY);
  const ended = demands.filter(({ asks }) => !asks);
  if (ended.length > 0)
    await sql`
      delete from speed_limits.demand d
      using unnest(${ended.map(({ cardId }) => cardId)}::bigint[], ${ended.map(({ sourceId }) => sourceId)}::bigint[])
        as e (card_id, source_id)
      where d.card_id = e.card_id and d.source_id = e.source_id`.execute(db);
  const since = ctx.clock.now();
  const asked = demands.flatMap(({ cardId, sourceId, asks }) =>
    asks
      ? [
          {
            ...{ card_id: cardId, source_id: sourceId, kbps: asks.kbps },
            ...{ why_zh: asks.why.zh, why_en: asks.why.en, since },
          },
        ]
      : [],
  );
  if (asked.length > 0)
    await db
      .insertInto('speed_limits.demand')
      .values(asked)
      .onConflict((conflict) =>
        conflict.columns(['card_id', 'source_id']).doUpdateSet((row) => ({
          kbps: row.ref('excluded.kbps'),
          why_zh: row.ref('excluded.why_zh'),
          why_en: row.ref('excluded.why_en'),
        })),
      )
      .execute();
  await steerCards(
    ctx,
    demands.map(({ cardId }) => cardId),
  );
}
