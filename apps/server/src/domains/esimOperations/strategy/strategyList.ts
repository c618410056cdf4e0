import { listStrategies } from '@cardinal/contract/api/esimOperations/strategies.ts';
import type { StrategyState } from '@cardinal/contract/enumerations/esim.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { tagOptions } from '../../cards/face.ts';
import { customerNames } from '../../customers/face.ts';
import type { Reach, StrategyRow } from '../operationTables.ts';
import { chipsOf } from './strategyStore.ts';
import { ruleText } from './strategyWords.ts';

const WEEK_DAYS = 7;
const words = {
  everything: text('全部芯片', 'All chips'),
  limits: text('每天 ≤{n} 次，停留 ≥{hours} 小时', '≤{n} a day, ≥{hours} h each'),
};

/** A rule of the strategy has this in one of its lists. */
const inRules = (path: string, value: string) =>
  sql<SqlBool>`jsonb_path_exists(s.rules, ${`${path} ? (@ == $value)`}::jsonpath, ${JSON.stringify({ value })}::jsonb)`;

export const strategyDataset = dataset(listStrategies, {
  from: (ctx) => ctx.db.selectFrom('esim_operations.strategy as s'),
  table: 's',
  columns: { id: sql`s.id`, name: sql`s.name`, state: sql`s.state`, updatedAt: sql`s.updated_at` },
  select: (query) => query.selectAll('s'),
  present: (rows, ctx) => presentStrategies(rows, ctx),
  extra: (query, asked) => {
    let so = query;
    if (asked.productCode !== undefined) {
      so = so.where(sql<SqlBool>`s.reach -> 'productCodes' @> ${JSON.stringify([asked.productCode])}::jsonb`);
    }
    if (asked.country !== undefined) so = so.where(inRules('$[*].countries[*]', asked.country));
    if (asked.profileType !== undefined) {
      so = so.where(inRules('$[*].choices[*].profileType', asked.profileType));
    }
    return so;
  },
});

async function presentStrategies(rows: readonly StrategyRow[], ctx: Ctx) {
  const ids = rows.map((row) => row.id);
  const named = rows.flatMap((row) => [row.customer_id, ...row.reach.customerIds]);
  const [names, tags, week, costs, chips] = await Promise.all([
    customerNames(ctx.db, named),
    rows.some(({ reach }) => reach.tagIds.length > 0) ? tagOptions(ctx) : [],
    writesOf(ctx, ids),
    costsOf(ctx, ids),
    Promise.all(rows.map((row) => countChips(ctx, row))),
  ]);
  const tagNames = new Map(tags.map((tag) => [tag.id, tag.name]));
  return rows.map((row, at) => ({
    state: row.state satisfies StrategyState,
    customerName: names.get(row.customer_id) ?? '',
    reach: sayReach(row.reach, names, tagNames) || say(words.everything, ctx.language),
    rules: row.rules.map((rule) => say(ruleText(rule), ctx.language)),
    limits: say(words.limits, ctx.language, {
      n: String(row.switches_per_day),
      hours: String(row.minimum_stay_hours),
    }),
    chips: chips[at] ?? 0,
    done: week.get(row.id)?.done ?? 0,
    failed: week.get(row.id)?.failed ?? 0,
    cost: costs.get(row.id) ?? null,
  }));
}

function sayReach(reach: Reach, customers: ReadonlyMap<string, string>, tags: ReadonlyMap<string, string>): string {
  // What the reader may not see is not named.
  const seen = (ids: readonly string[], names: ReadonlyMap<string, string>) => ids.map((id) => names.get(id) ?? '…');
  return [seen(reach.customerIds, customers), reach.productCodes, seen(reach.tagIds, tags).map((name) => `#${name}`)]
    .filter((part) => part.length > 0)
    .map((part) => part.join('、'))
    .join(' · ');
}

async function countChips(ctx: Ctx, row: StrategyRow): Promise<number> {
  const { n } = await (await chipsOf(ctx, row)).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
}

const weekAgo = (ctx: Ctx) => new Date(ctx.clock.now().getTime() - WEEK_DAYS * DAY_MS);

async function writesOf(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { done: number; failed: number }>();
  const rows = await ctx.db
    .selectFrom('esim_operations.firing as f')
    .select([
      'f.strategy_id',
      sql<number>`(count(*) filter (where f.result = 'done'))::int`.as('done'),
      sql<number>`(count(*) filter (where f.result = 'failed'))::int`.as('failed'),
    ])
    .where('f.strategy_id', 'in', [...ids])
    .where('f.fired_at', '>=', weekAgo(ctx))
    .groupBy('f.strategy_id')
    .execute();
  return new Map(rows.map((row) => [row.strategy_id, row]));
}

/** Cost of the written numbers by currency, for those whose import the reader may see. */
async function costsOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('esim_operations.firing as f')
    .innerJoin('esim.v_code_number as n', 'n.card_id', 'f.card_id')
    .innerJoin('esim.v_import_batch as b', 'b.id', 'n.import_batch_id')
    .select(['f.strategy_id', 'n.currency', sql<string>`sum(n.cost)::text`.as('cost')])
    .where('f.strategy_id', 'in', [...ids])
    .where('f.fired_at', '>=', weekAgo(ctx))
    .where('f.result', '=', 'done')
    .where('f.decision', '=', 'write')
    .where('n.cost', 'is not', null)
    .groupBy(['f.strategy_id', 'n.currency'])
    .orderBy('n.currency')
    .execute();
  const said = (row: { cost: string; currency: string }) =>
    new Intl.NumberFormat(ctx.language === 'en' ? 'en' : 'zh-CN', { style: 'currency', currency: row.currency }).format(
      Number(row.cost) / 100,
    );
  return new Map(
    [...Map.groupBy(rows, (row) => row.strategy_id)].map(([id, each]) => [id, each.map(said).join(' + ')]),
  );
}
