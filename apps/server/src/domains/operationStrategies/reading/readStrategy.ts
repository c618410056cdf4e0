import { strategyNotFound } from '@cardinal/contract/api/operationStrategies/refusals.ts';
import type { readStrategy as readEndpoint } from '@cardinal/contract/api/operationStrategies/strategies.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { scopeNames } from '../describing/scopeChoices.ts';
import { dayBegins } from '../describing/strategyFigures.ts';
import { type ScopeNames, sentenceOf } from '../describing/strategyWords.ts';
import type { StrategyRow } from '../strategyTables.ts';
import { accountsWithout, customersOf, inScope, WHY } from '../triggers/cardsInScope.ts';

const DAYS = 14;

/** Fields of a version that its sentence does not say. */
const FURTHER: readonly (readonly [keyof StrategyRow, Text])[] = [
  ['name', text('名称', 'Name')],
  ['priority', text('优先级', 'Priority')],
  ['brake', text('每小时上限', 'Most per hour')],
];
const SENTENCE = text('条件', 'Condition');

async function daysOf(ctx: Ctx, id: string): Promise<AnswerOf<typeof readEndpoint>['days']> {
  const today = dayBegins(ctx.clock.now());
  const first = new Date(+today - (DAYS - 1) * DAY_MS);
  const day = sql<string>`to_char(fired_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
  const rows = await ctx.db
    .selectFrom('operation_strategies.firing')
    .select(day.as('day'))
    .select([
      sql<number>`(count(*) filter (where is_shadow))::int`.as('shadow'),
      sql<number>`(count(*) filter (where not is_shadow))::int`.as('fired'),
    ])
    .where('strategy_id', '=', id)
    .where('fired_at', '>=', first)
    .groupBy(day)
    .execute();
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: DAYS }, (_, at) => {
    const each = dayText(new Date(+first + at * DAY_MS));
    return byDay.get(each) ?? { day: each, shadow: 0, fired: 0 };
  });
}

function differences(ctx: Ctx, now: StrategyRow, before: StrategyRow | undefined, names: ScopeNames) {
  if (!before) return [];
  const told = [
    { field: SENTENCE, before: sentenceOf(before, names, ctx.language), after: sentenceOf(now, names, ctx.language) },
    ...FURTHER.map(([column, field]) => ({ field, before: String(before[column]), after: String(now[column]) })),
  ];
  return told
    .filter((each) => each.before !== each.after)
    .map((each) => ({ ...each, field: say(each.field, ctx.language) }));
}

async function excludedOf(ctx: Ctx, strategy: StrategyRow): Promise<{ accountName: string; cards: number }[]> {
  const without = await accountsWithout(ctx, strategy.action);
  const { rows } = await sql<{ accountName: string; cards: number }>`
    select a.name as "accountName", count(*)::int as cards
    from cards.v_card c join carriers.v_account a on a.id = c.carrier_account_id
    where a.id = any(${without}::bigint[]) and ${inScope(strategy, await customersOf(ctx, strategy))}
    group by a.id, a.name order by cards desc, a.name`.execute(ctx.beyondScope(WHY));
  return rows;
}

export async function readStrategy(ctx: Ctx, { id }: { id: string }): Promise<AnswerOf<typeof readEndpoint>> {
  const strategy = await ctx.db
    .selectFrom('operation_strategies.strategy')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!strategy) throw new Refused(strategyNotFound);
  const kept = await ctx.db
    .selectFrom('operation_strategies.strategy_version')
    .selectAll()
    .where('strategy_id', '=', id)
    .orderBy('revision', 'desc')
    .execute();
  const rows = kept.map(({ definition }) => ({ ...strategy, ...(definition as unknown as Partial<StrategyRow>) }));
  const names = await scopeNames(ctx, rows);
  return {
    id,
    name: strategy.name,
    sentence: sentenceOf(strategy, names, ctx.language),
    state: strategy.state,
    days: await daysOf(ctx, id),
    versions: kept.map(({ revision, created_at, created_by }, at) => {
      const row = rows[at] ?? strategy;
      return {
        revision,
        sentence: sentenceOf(row, names, ctx.language),
        createdAt: created_at.toISOString(),
        createdBy: created_by,
        differences: differences(ctx, row, rows[at + 1], names),
      };
    }),
    excluded: await excludedOf(ctx, strategy),
  };
}
