import { flowStrategyNotFound, previewFlowStrategy } from '@cardinal/contract/api/control/flowStrategies.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import { bind } from '../../../framework/domain.ts';
import { lowestSpeed } from '../limits/limitRules.ts';
import { limitsById } from '../limits/usableLimits.ts';
import { type FlowFacts, fires, firingOf } from './flowRules.ts';
import { ruleText, whyText } from './flowWords.ts';

const optional = (bytes: string | undefined): bigint | null => (bytes === undefined ? null : BigInt(bytes));

async function preview(
  ctx: Ctx,
  query: QueryOf<typeof previewFlowStrategy>,
): Promise<AnswerOf<typeof previewFlowStrategy>> {
  const strategy = await ctx.db
    .selectFrom('control.flow_strategy')
    .select('rules')
    .where('id', '=', query.id)
    .executeTakeFirst();
  if (!strategy) throw new Refused(flowStrategyNotFound);
  const { rules } = strategy;
  const limits = await limitsById(
    ctx,
    rules.flatMap(({ limitStrategyId }) => limitStrategyId ?? []),
  );
  const facts: FlowFacts = {
    allowanceBytes: optional(query.allowanceBytes),
    usedBytes: BigInt(query.usedBytes),
    dayBytes: optional(query.dayBytes),
    poolPercent: query.poolPercent === undefined ? null : Number(query.poolPercent),
  };
  const { fired, action } = firingOf(rules, facts);
  const limiting = fired.flatMap(({ limitStrategyId }) => limits.get(limitStrategyId ?? '') ?? []);
  const month = Number(query.day.slice(5, 7));
  return {
    rules: rules.map((rule) => ({ rule: ruleText(rule, limits, ctx.language), fires: fires(rule, facts) })),
    action,
    kbps: action === ControlAction.values.LIMIT ? lowestSpeed(limiting, facts.usedBytes, month) : null,
    why: whyText(fired, action, ctx.language),
  };
}

export const flowPreviewRoute = bind(previewFlowStrategy, (ctx, { query }) => preview(ctx, query));
