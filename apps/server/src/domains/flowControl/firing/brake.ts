import type { Ctx } from '../../../framework/context.ts';
import { type FlowStrategyRow, turnFlow } from '../../control/face.ts';
import { flowPaused } from '../events.ts';
import { WHY } from '../firingTable.ts';

const HOUR_MS = 3_600_000;

/** How often a strategy fired within the hour, or since a person released it. */
export async function firedThisHour(ctx: Ctx, { id, brake_from }: FlowStrategyRow): Promise<number> {
  const hour = new Date(+ctx.clock.now() - HOUR_MS);
  const { n } = await ctx
    .beyondScope(WHY)
    .selectFrom('flow_control.firing')
    .select((row) => row.fn.countAll<string>().as('n'))
    .where('strategy_id', '=', id)
    .where('is_shadow', '=', false)
    .where('state', 'not in', ['unknown', 'late'])
    .where('fired_at', '>', brake_from && brake_from > hour ? brake_from : hour)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** A strategy has reached its brake: it rests until a person releases it. */
export async function pauseFlow(
  ctx: Ctx,
  { id, customer_id: customerId, name, brake }: FlowStrategyRow,
): Promise<void> {
  const now = ctx.clock.now();
  await turnFlow(ctx, id, { paused_at: now });
  await ctx.emit(flowPaused, { strategyId: id, customerId, name, at: now.toISOString(), brake });
}
