import {
  METRICS,
  type WarningDefinition,
  type WarningOrigin,
  warningProblems,
} from '@cardinal/contract/api/earlyWarnings/definition.ts';
import { tooManyWarningRules } from '@cardinal/contract/api/earlyWarnings/refusals.ts';
import { MOST_RULES } from '@cardinal/contract/api/earlyWarnings/rules.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { liesWithin, pathsOf, subtreeIds } from '../../customers/face.ts';
import { warningMetrics } from '../judging/metrics.ts';
import { receiversAmong } from '../telling/receivers.ts';
import type { RuleRow } from '../warningTables.ts';
import { endAllOf } from '../watching/endEvents.ts';

const notThere = problem('有不可选的项', 'Some of these cannot be chosen');
const notTold = problem(
  '有不可选的账号：须为启用、可查看此页的账号',
  'Some accounts cannot be told: they must be enabled and may see this page',
);

/** What is named must be the owner's, and who is told must be able to read it. */
async function namedProblems(ctx: Ctx, ownerId: string, origin: WarningOrigin, given: WarningDefinition) {
  const found: FieldProblem[] = [];
  const at = (field: keyof WarningDefinition, { text }: Problem) => found.push({ field, text, facts: {} });
  const isOffered =
    ctx.contributed(warningMetrics).has(given.metric) && (origin === 'fleet' || METRICS[given.metric].isOwn);
  if (!isOffered) at('metric', notThere);
  const below = new Set(await subtreeIds(ctx.db, ownerId));
  if (given.customerIds.some((each) => !below.has(each))) at('customerIds', notThere);
  const ownerPath = (await pathsOf(ctx.db, [ownerId])).get(ownerId) ?? '/';
  const able = (await receiversAmong(ctx, given.receivers, origin)).filter(({ customer_id, path }) =>
    origin === 'own' ? customer_id === ownerId : liesWithin(path, ownerPath),
  );
  if (able.length < new Set(given.receivers).size) at('receivers', notTold);
  return found;
}

async function refuseTooMany(ctx: Ctx, ownerId: string): Promise<void> {
  const { n } = await ctx.db
    .selectFrom('early_warnings.rule')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('customer_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  if (n >= MOST_RULES) throw new Refused(tooManyWarningRules, { most: MOST_RULES });
}

/** Another figure or another limit is another rule: what it found is over. A rule of the other kind is no entry of this one. */
export async function written(
  ctx: Ctx,
  origin: WarningOrigin,
  given: WarningDefinition,
  before?: RuleRow,
): Promise<Partial<RuleRow>> {
  const ownerId = before?.customer_id ?? accountOf(ctx).customerId;
  if (!before) await refuseTooMany(ctx, ownerId);
  const problems = [...warningProblems(given), ...(await namedProblems(ctx, ownerId, origin, given))];
  if (problems.length > 0) throw new Refused(invalid, {}, problems);
  if (before && (before.metric !== given.metric || before.limit_text !== given.limit)) await endAllOf(ctx, before.id);
  return { limit_text: given.limit, receivers: [...new Set(given.receivers)] };
}

export const begun = (ctx: Ctx, origin: WarningOrigin) => {
  const { customerId, account } = accountOf(ctx);
  return {
    customer_id: customerId,
    origin,
    state: 'on' as const,
    created_by: account,
    created_at: ctx.clock.now(),
  };
};

export const noted = (row: RuleRow) => ({
  name: row.name,
  metric: row.metric,
  limit: row.limit_text,
  window_minutes: row.window_minutes,
  hold_minutes: row.hold_minutes,
  level: row.level,
  receivers: row.receivers,
  repeat_hours: row.repeat_hours,
  customer_ids: row.customer_ids,
});
