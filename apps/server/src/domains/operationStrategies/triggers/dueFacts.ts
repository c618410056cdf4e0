import { isLasting } from '@cardinal/contract/api/operationStrategies/definition.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { StrategyRow } from '../strategyTables.ts';
import { inScope, WHY } from './cardsInScope.ts';
import type { Window } from './trigger.ts';
import { TRIGGERS } from './triggers.ts';

const HOUR_MS = 3_600_000;

/** A fact that is due on a card, with all conditions met. */
export type Due = {
  readonly cardId: string;
  readonly iccid: string;
  readonly customerId: string;
  readonly fact: string;
  readonly at: Date;
  readonly said: unknown;
};

/** How long after its fact a strategy acts. */
export const delayOf = ({ days, grace_hours }: Pick<StrategyRow, 'days' | 'grace_hours'>): number =>
  (days ?? 0) * DAY_MS + grace_hours * HOUR_MS;

/** What is written late is found in the hour after; what has fired does not fire again. */
const LOOK_BACK_MS = HOUR_MS;

const later = (one: Date | null, other: Date): Date => (one && one > other ? one : other);

/** The moments of facts whose due moment has not been judged yet. */
export function windowOf(strategy: StrategyRow, now: Date): Window {
  const delay = delayOf(strategy);
  const { judged_from, swept_until } = strategy;
  const dueAfter = swept_until ? later(judged_from, new Date(+swept_until - LOOK_BACK_MS)) : judged_from;
  return { after: dueAfter && new Date(+dueAfter - delay), until: new Date(+now - delay) };
}

export type Sought = {
  readonly strategy: StrategyRow;
  readonly customerIds: readonly string[];
  readonly withoutAccounts: readonly string[];
  readonly window: Window;
  readonly now: Date;
  readonly most: number;
  /** Among these cards only. */
  readonly cardIds?: readonly string[];
};

/** Of a lasting condition the last fact of a card counts, of events each. */
const counting = (strategy: StrategyRow, facts: RawBuilder<unknown>) =>
  isLasting(strategy.trigger) ? sql`select distinct on (card_id) * from (${facts}) a order by card_id, at desc` : facts;

const found = ({ strategy, customerIds, withoutAccounts, window, now, cardIds }: Sought) => {
  const { facts, conditions } = TRIGGERS[strategy.trigger];
  const only = cardIds ? sql`c.id = any(${cardIds}::bigint[])` : sql`true`;
  const held = conditions.map((each) => sql` and ${each.sql({ strategy, now })}`);
  return sql`from (${counting(strategy, facts(strategy, window, customerIds))}) f join cards.v_card c on c.id = f.card_id
    where ${only} and ${inScope(strategy, customerIds)}
      and not c.carrier_account_id = any(${withoutAccounts}::bigint[])${sql.join(held, sql``)}
      and not exists (select from operation_strategies.firing x where x.strategy_id = ${strategy.id} and x.card_id = c.id
        and x.fact = f.fact and x.is_shadow = ${strategy.state === 'shadow'})`;
};

/** The first due facts of a strategy, the oldest first. */
export async function dueFacts(ctx: Ctx, sought: Sought): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select c.id::text as "cardId", c.iccid, c.customer_id::text as "customerId", f.fact, f.at, f.said ${found(sought)}
    order by f.at, c.id limit ${sought.most}`.execute(ctx.beyondScope(WHY));
  return rows;
}

/** On how many cards something is due. */
export async function dueCards(ctx: Ctx, sought: Sought): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct c.id)::int as n ${found(sought)}`.execute(
    ctx.beyondScope(WHY),
  );
  return rows[0]?.n ?? 0;
}
