import {
  type endFlowException,
  type exceptFlowPackage,
  flowExceptionNotFound,
  flowPackageNotFound,
  type limitFlowPackage,
  MOST_EXCEPTIONS,
  type previewFlowPackage,
  type readFlowPackage,
  tooManyExceptions,
} from '@cardinal/contract/api/control/flowStrategyPackages.ts';
import { LimitSource } from '@cardinal/contract/enumerations/control.ts';
import { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { say } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerNames, customerOf, idsOfPath, subtreeIds } from '../../customers/face.ts';
import { currentVersions, keepLimited } from '../../packages/face.ts';
import type { FlowPackageRow, FlowStrategyRow } from '../controlTables.ts';
import { flowStrategyOf, limitIdsOf } from '../flows/flowRegister.ts';
import { rulesText } from '../flows/flowWords.ts';
import { asJson } from '../jsonColumns.ts';
import { limitNotUsable, lowestSpeed, tierProblems } from '../limits/limitRules.ts';
import { offeredSpeeds } from '../limits/limitSpeeds.ts';
import { standingText } from '../limits/limitWords.ts';
import { limitsById, usableLimits } from '../limits/usableLimits.ts';
import { codeOf, holdFlowPackage } from './flowPackages.ts';
import { governingLimit, hasEnded } from './governingLimit.ts';

const bothLimits = problem('限速策略和专用分段只能选一种', 'Choose either a strategy or own tiers');
const notBelow = problem('不是策略归属客户或其下级', 'Neither the strategy’s customer nor below it');
const past = problem('不能早于今天', 'Must not be in the past');
const noLimitAtAll = problem('没有限速', 'Nothing limits it');
const excepted = problem('{source}：不限速', '{source}: not limited');
const because = problem('{source}：{why}', '{source}: {why}');

const refuseAt = (field: string, { text, facts = {} }: Problem): never => {
  throw new Refused(invalid, {}, [{ field, text, facts }]);
};

/** What limits a package under its strategy, with the names. */
async function limitsOf(ctx: Ctx, row: FlowPackageRow, strategy: FlowStrategyRow) {
  const exceptions = await ctx.db
    .selectFrom('control.flow_limit_exception')
    .select(['customer_id', 'limit_strategy_id', sql<string | null>`to_char(ends_on, 'YYYY-MM-DD')`.as('ends_on')])
    .where('flow_package_id', '=', row.id)
    .orderBy('set_at')
    .orderBy('customer_id')
    .execute();
  const ids = [
    ...limitIdsOf(strategy.rules),
    ...[row, ...exceptions].flatMap(({ limit_strategy_id }) => limit_strategy_id ?? []),
  ];
  const limits = await limitsById(ctx, ids);
  const limit = (id: string | null) => (id === null ? null : (limits.get(id) ?? null));
  return {
    exceptions,
    limits,
    of: {
      exceptions: exceptions.map((each) => ({
        customerId: each.customer_id,
        limit: limit(each.limit_strategy_id),
        endsOn: each.ends_on,
      })),
      ownTiers: row.own_tiers,
      chosen: limit(row.limit_strategy_id),
      rules: limitIdsOf(strategy.rules).flatMap((id) => limits.get(id) ?? []),
    },
  };
}

async function flowPackageOf(ctx: Ctx, id: string): Promise<FlowPackageRow> {
  const row = await ctx.db
    .selectFrom('control.flow_strategy_package')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refused(flowPackageNotFound);
  return row;
}

export async function readPackageLimit(
  ctx: Ctx,
  query: QueryOf<typeof readFlowPackage>,
): Promise<AnswerOf<typeof readFlowPackage>> {
  const row = await flowPackageOf(ctx, query.id);
  const strategy = await flowStrategyOf(ctx, row.strategy_id);
  if (strategy.id !== query.strategyId || strategy.platform !== query.platform) throw new Refused(flowPackageNotFound);
  const { exceptions, limits, of } = await limitsOf(ctx, row, strategy);
  const [versions, names] = await Promise.all([
    currentVersions(ctx, [row.package_id]),
    customerNames(
      ctx.db,
      exceptions.map(({ customer_id }) => customer_id),
    ),
  ]);
  const today = dayText(ctx.clock.now());
  const { source, limits: holding } = governingLimit({ ...of, exceptions: [] }, [], today);
  const version = versions.get(row.package_id);
  const nameOf = (id: string | null) => (id === null ? null : (limits.get(id)?.name ?? null));
  return {
    id: row.id,
    strategyId: strategy.id,
    strategyName: strategy.name,
    platform: strategy.platform,
    rule: rulesText(strategy.rules, limits, ctx.language),
    packageCode: version?.code ?? '',
    packageName: version?.name ?? '',
    limitStrategyId: row.limit_strategy_id,
    limitStrategyName: nameOf(row.limit_strategy_id),
    ownTiers: row.own_tiers === null ? null : [...row.own_tiers],
    tiers: holding.length === 0 ? null : [...(holding.at(-1)?.tiers ?? [])],
    source,
    exceptions: exceptions.map(({ customer_id, limit_strategy_id, ends_on }) => ({
      customerId: customer_id,
      customerName: names.get(customer_id) ?? '',
      limitStrategyId: limit_strategy_id,
      limitStrategyName: nameOf(limit_strategy_id),
      endsOn: ends_on,
      hasEnded: hasEnded(ends_on, today),
    })),
    version: row.version,
  };
}

async function refuseUnusable(ctx: Ctx, row: FlowPackageRow, strategy: FlowStrategyRow, id: string | null) {
  if (id === null) return;
  const usable = await usableLimits(ctx, { ownerId: row.customer_id, platform: strategy.platform }, [id]);
  if (!usable.has(id)) refuseAt('limitStrategyId', limitNotUsable);
}

export async function setPackageLimit(ctx: Ctx, body: BodyOf<typeof limitFlowPackage>): Promise<typeof DONE> {
  const { id, version, limitStrategyId, ownTiers } = body;
  const row = await holdFlowPackage(ctx, id);
  if (row.version !== version) throw new Refused(changedByAnother);
  if (limitStrategyId !== null && ownTiers !== null) refuseAt('ownTiers', bothLimits);
  const strategy = await flowStrategyOf(ctx, row.strategy_id);
  await refuseUnusable(ctx, row, strategy, limitStrategyId);
  if (ownTiers !== null) {
    const speeds = await offeredSpeeds(ctx, strategy.platform, 'ownTiers');
    const problems = tierProblems(SpeedLimitType.values.segmented, ownTiers, speeds).map((each) => ({
      ...each,
      field: each.field.replace(/^tiers/, 'ownTiers'),
    }));
    if (problems.length > 0) throw new Refused(invalid, {}, problems);
  }
  await ctx.db
    .updateTable('control.flow_strategy_package')
    .set({
      limit_strategy_id: limitStrategyId,
      own_tiers: ownTiers === null ? null : (asJson(ownTiers) as unknown as string),
      version: version + 1,
      updated_at: ctx.clock.now(),
    })
    .where('id', '=', id)
    .execute();
  await keepLimited(ctx, row.customer_id, [row.package_id]);
  ctx.note({
    objectKind: 'flowStrategyPackage',
    objectId: id,
    summary: `${strategy.name} · ${await codeOf(ctx, row)}`,
    before: { limitStrategyId: row.limit_strategy_id, ownTiers: row.own_tiers },
    after: { limitStrategyId, ownTiers },
  });
  return DONE;
}

export async function setException(ctx: Ctx, body: BodyOf<typeof exceptFlowPackage>): Promise<typeof DONE> {
  const { id, customerId, limitStrategyId, endsOn } = body;
  const row = await holdFlowPackage(ctx, id);
  const strategy = await flowStrategyOf(ctx, row.strategy_id);
  const below = await subtreeIds(ctx.db, row.customer_id);
  if (!below.includes(customerId)) refuseAt('customerId', notBelow);
  if (hasEnded(endsOn, dayText(ctx.clock.now()))) refuseAt('endsOn', past);
  await refuseUnusable(ctx, row, strategy, limitStrategyId);
  const others = await ctx.db
    .selectFrom('control.flow_limit_exception')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('flow_package_id', '=', id)
    .where('customer_id', '!=', customerId)
    .executeTakeFirstOrThrow();
  if (others.n >= MOST_EXCEPTIONS) throw new Refused(tooManyExceptions, { most: MOST_EXCEPTIONS });
  const set = {
    limit_strategy_id: limitStrategyId,
    ends_on: endsOn,
    set_by: accountOf(ctx).account,
    set_at: ctx.clock.now(),
  };
  await ctx.db
    .insertInto('control.flow_limit_exception')
    .values({ flow_package_id: id, customer_id: customerId, ...set })
    .onConflict((conflict) => conflict.columns(['flow_package_id', 'customer_id']).doUpdateSet(set))
    .execute();
  ctx.note({
    objectKind: 'flowStrategyPackage',
    objectId: id,
    summary: `${strategy.name} · ${await codeOf(ctx, row)}`,
    after: { exception: customerId, limitStrategyId, endsOn },
  });
  return DONE;
}

export async function endException(
  ctx: Ctx,
  { id, customerId }: BodyOf<typeof endFlowException>,
): Promise<typeof DONE> {
  const row = await holdFlowPackage(ctx, id);
  const strategy = await flowStrategyOf(ctx, row.strategy_id);
  const gone = await ctx.db
    .deleteFrom('control.flow_limit_exception')
    .where('flow_package_id', '=', id)
    .where('customer_id', '=', customerId)
    .returning('limit_strategy_id')
    .executeTakeFirst();
  if (!gone) throw new Refused(flowExceptionNotFound);
  ctx.note({
    objectKind: 'flowStrategyPackage',
    objectId: id,
    summary: `${strategy.name} · ${await codeOf(ctx, row)}`,
    before: { exception: customerId, limitStrategyId: gone.limit_strategy_id },
  });
  return DONE;
}

export async function previewPackageLimit(
  ctx: Ctx,
  { id, customerId, usedBytes, day }: QueryOf<typeof previewFlowPackage>,
): Promise<AnswerOf<typeof previewFlowPackage>> {
  const row = await flowPackageOf(ctx, id);
  const customer = customerId === undefined ? undefined : await customerOf(ctx.db, customerId);
  if (customerId !== undefined && !customer) refuseAt('customerId', notBelow);
  const { of } = await limitsOf(ctx, row, await flowStrategyOf(ctx, row.strategy_id));
  const { source, limits } = governingLimit(of, customer ? idsOfPath(customer.path) : [], day);
  if (source === null) return { source, kbps: null, why: say(noLimitAtAll.text, ctx.language) };
  const name = LimitSource.labelOf(source);
  const [used, month] = [BigInt(usedBytes), Number(day.slice(5, 7))];
  const kbps = lowestSpeed(limits, used, month);
  const lowest = limits.find((each) => lowestSpeed([each], used, month) === kbps);
  return {
    source,
    kbps,
    why: lowest
      ? say(because.text, ctx.language, { source: name, why: standingText(lowest, used, month, ctx.language) })
      : say(excepted.text, ctx.language, { source: name }),
  };
}
