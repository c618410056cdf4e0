import type { WarningMetric } from '@cardinal/contract/enumerations/warning.ts';
import type { Ctx } from '../../../framework/context.ts';
import { coveredIds } from '../../customers/face.ts';
import { type RuleRow, WHY } from '../warningTables.ts';
import { windowOf } from './limitOf.ts';
import { type Figure, warningMetrics } from './metrics.ts';

/** The customers whose things a rule is about: its owner alone, or those below too. */
export const customersOf = (ctx: Ctx, rule: RuleRow): Promise<string[]> =>
  rule.origin === 'own' ? Promise.resolve([rule.customer_id]) : coveredIds(ctx.beyondScope(WHY), rule);

/** All that a rule watches now. */
export async function figuresOf(ctx: Ctx, rule: RuleRow): Promise<readonly Figure[]> {
  const customerIds = await customersOf(ctx, rule);
  return (
    (await ctx
      .contributed(warningMetrics)
      .get(rule.metric)
      ?.read(ctx, { customerIds, windowMinutes: windowOf(rule) })) ?? []
  );
}

type Watching = { readonly rule: RuleRow; readonly figures: readonly Figure[] };

/** The same for many rules of one figure: what several watch is read once. */
export async function figuresByRule(ctx: Ctx, metric: WarningMetric, rules: readonly RuleRow[]): Promise<Watching[]> {
  const reader = ctx.contributed(warningMetrics).get(metric);
  if (!reader) return [];
  const covered = await Promise.all(rules.map(async (rule) => ({ rule, ids: new Set(await customersOf(ctx, rule)) })));
  const found: Watching[] = [];
  for (const [windowMinutes, of] of Map.groupBy(covered, ({ rule }) => windowOf(rule))) {
    const customerIds = [...new Set(of.flatMap(({ ids }) => [...ids]))];
    const figures = await reader.read(ctx, { customerIds, windowMinutes });
    for (const { rule, ids } of of)
      found.push({ rule, figures: figures.filter(({ customerId }) => ids.has(customerId)) });
  }
  return found;
}
