import type { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { filled, type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { liftReasons, noteStops } from '../../cardCommands/face.ts';
import { lockCards } from '../../cards/face.ts';
import { stopState } from '../../control/face.ts';
import type { StrategyRow } from '../strategyTables.ts';
import { WHY } from '../triggers/cardsInScope.ts';
import { TRIGGERS } from '../triggers/triggers.ts';
import { standingReasons } from './writeFirings.ts';

const AT_ONCE = 500;
const GONE = text('停机原因已被解除', 'The stop reason was lifted');

type Ended = { readonly id: string; readonly card_id: string; readonly reason: StopReason; readonly by: string | null };

/** Stops of a strategy whose condition holds no more, of these cards only where they are named. */
async function endedOf(ctx: Ctx, strategy: StrategyRow, cardIds?: readonly string[]): Promise<Ended[]> {
  const now = ctx.clock.now();
  const ending = TRIGGERS[strategy.trigger].conditions.find(({ ends }) => ends);
  if (!ending?.ends) return [];
  const { rows } = await sql<Ended>`
    select f.id::text, f.card_id::text, f.reason, ${ending.ends.by?.({ strategy, now }) ?? sql`null`} as by
    from operation_strategies.firing f join cards.v_card c on c.id = f.card_id
    where f.strategy_id = ${strategy.id} and f.state in ('waiting', 'confirmed') and not ${ending.sql({ strategy, now })}
      and ${cardIds ? sql`c.id = any(${cardIds}::bigint[])` : sql`true`}
    order by f.card_id limit ${AT_ONCE}`.execute(ctx.beyondScope(WHY));
  return rows;
}

async function close(ctx: Ctx, ids: readonly string[], why: Text): Promise<void> {
  await ctx
    .beyondScope(WHY)
    .updateTable('operation_strategies.firing')
    .set({ state: 'lifted', lifted_at: ctx.clock.now(), lifted_zh: why.zh, lifted_en: why.en })
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
}

/** Ends the stops of one strategy whose condition is over. What it set is lifted; what others set stays. */
const liftEnded = (ctx: Ctx, strategy: StrategyRow): Promise<number> =>
  ctx.transact(async (inside) => {
    const found = await endedOf(inside, strategy);
    const cardIds = [...new Set(found.map(({ card_id }) => card_id))];
    await lockCards(inside.beyondScope(WHY), cardIds);
    const ended = cardIds.length === 0 ? [] : await endedOf(inside, strategy, cardIds);
    const words = TRIGGERS[strategy.trigger].conditions.find(({ ends }) => ends)?.ends?.words ?? GONE;
    for (const [by, same] of Map.groupBy(ended, (each) => each.by)) {
      const why = filled(words, { by: by ?? '' });
      await close(
        inside,
        same.map(({ id }) => id),
        why,
      );
      // Read after those that ended are closed: other firings may keep a card stopped for the same reason.
      const kept = await standingReasons(
        inside,
        same.map(({ card_id }) => card_id),
      );
      const free = same.filter(({ card_id, reason }) => !kept.has(`${card_id} ${reason}`));
      for (const [reason, each] of Map.groupBy(free, (one) => one.reason))
        await liftReasons(inside, { cardIds: each.map(({ card_id }) => card_id), reasons: [reason], why });
    }
    return ended.length;
  });

/** Writes down what carriers and people made of the open stops. */
const noteResults = (ctx: Ctx): Promise<void> =>
  noteStops(ctx, {
    firings: sql.table('operation_strategies.firing'),
    why: WHY,
    stateOf: stopState,
    note: async (inside, ids, state) => {
      if (state === 'lifted') return close(inside, ids, GONE);
      await inside
        .beyondScope(WHY)
        .updateTable('operation_strategies.firing')
        .set({ state })
        .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
        .where('state', 'in', ['waiting', 'confirmed'])
        .execute();
    },
  });

/** Lifts what is over, also of strategies that are off, and notes what became of the rest. */
export async function settleStops(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const strategies = await ctx
    .beyondScope(WHY)
    .selectFrom('operation_strategies.strategy')
    .selectAll()
    .where('action', '=', 1)
    .where('restarts', '=', true)
    .execute();
  for (const strategy of strategies) while (!signal?.aborted && (await liftEnded(ctx, strategy)) > 0);
  await noteResults(ctx);
}
