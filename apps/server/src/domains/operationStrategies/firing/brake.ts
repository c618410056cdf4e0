import type { Ctx } from '../../../framework/context.ts';
import { strategyPaused } from '../events.ts';
import type { StrategyRow } from '../strategyTables.ts';
import { WHY } from '../triggers/cardsInScope.ts';

const HOUR_MS = 3_600_000;

/** How many cards a strategy acted on within the hour, or since a person released it. */
export async function firedThisHour(ctx: Ctx, { id, brake_from }: StrategyRow): Promise<number> {
  const hour = new Date(+ctx.clock.now() - HOUR_MS);
  const { n } = await ctx
    .beyondScope(WHY)
    .selectFrom('operation_strategies.firing')
    .select((row) => row.fn.countAll<string>().as('n'))
    .where('strategy_id', '=', id)
    .where('is_shadow', '=', false)
    .where('fired_at', '>', brake_from && brake_from > hour ? brake_from : hour)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** These strategies have reached their brake: they rest until a person releases them. */
export async function pauseStrategies(ctx: Ctx, strategies: readonly StrategyRow[]): Promise<void> {
  const now = ctx.clock.now();
  for (const { id, customer_id: customerId, name, brake } of strategies) {
    await ctx
      .beyondScope(WHY)
      .updateTable('operation_strategies.strategy')
      .set((row) => ({ paused_at: now, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await ctx.emit(strategyPaused, { strategyId: id, customerId, name, at: now.toISOString(), brake });
  }
}
