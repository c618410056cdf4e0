import { DAY_MS } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { StrategyRow } from '../strategyTables.ts';
import { customersOf, inScope, WHY } from '../triggers/cardsInScope.ts';

/** How many cards a strategy is about. */
export async function countCards(ctx: Ctx, strategy: StrategyRow): Promise<number> {
  const customerIds = await customersOf(ctx, strategy);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from cards.v_card c where ${inScope(strategy, customerIds)}`.execute(
    ctx.beyondScope(WHY),
  );
  return rows[0]?.n ?? 0;
}

export const dayBegins = (now: Date): Date => startOfDay(DEFAULT_ZONE, wallTimeIn(DEFAULT_ZONE, now));

type Figures = { readonly firedToday: number; readonly firedWeek: number; readonly refusedWeek: number };

/** How often strategies fired, those in shadow there, and how often a carrier refused, of cards the caller sees. */
export async function figuresOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Figures>> {
  const today = dayBegins(ctx.clock.now());
  const rows = await ctx.db
    .selectFrom('operation_strategies.firing as f')
    .innerJoin('operation_strategies.strategy as s', 's.id', 'f.strategy_id')
    .select('f.strategy_id')
    .select([
      sql<number>`(count(*) filter (where f.fired_at >= ${today}))::int`.as('firedToday'),
      sql<number>`count(*)::int`.as('firedWeek'),
      sql<number>`(count(*) filter (where f.state = 'refused'))::int`.as('refusedWeek'),
    ])
    .where(sql<boolean>`f.strategy_id = any(${[...ids]}::bigint[])`)
    .where('f.fired_at', '>=', new Date(+today - 6 * DAY_MS))
    .where(sql<boolean>`f.is_shadow = (s.state = 'shadow')`)
    .groupBy('f.strategy_id')
    .execute();
  return new Map(rows.map(({ strategy_id, ...figures }) => [strategy_id, figures]));
}
