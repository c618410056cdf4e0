import { DAY_MS } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { FlowFigures } from '../../control/face.ts';

/** How often strategies fired today, and what carriers refused within a day, on cards the caller sees. */
export async function figuresOf(ctx: Ctx, ids: readonly string[]): Promise<FlowFigures> {
  const now = ctx.clock.now();
  const today = startOfDay(DEFAULT_ZONE, wallTimeIn(DEFAULT_ZONE, now));
  const day = new Date(+now - DAY_MS);
  const rows = await ctx.db
    .selectFrom('flow_control.firing')
    .select('strategy_id')
    .select([
      sql<number>`(count(*) filter (where fired_at >= ${today} and state = 'shadow'))::int`.as('shadowToday'),
      sql<number>`(count(*) filter (where fired_at >= ${today} and state not in ('shadow', 'unknown', 'late')))::int`.as(
        'firedToday',
      ),
      sql<number>`(count(*) filter (where state = 'refused' and fired_at >= ${day}))::int`.as('failedDay'),
    ])
    .where(sql<boolean>`strategy_id = any(${[...ids]}::bigint[])`)
    .where('fired_at', '>=', today < day ? today : day)
    .groupBy('strategy_id')
    .execute();
  return new Map(rows.map(({ strategy_id, ...figures }) => [strategy_id, figures]));
}
