import type { FlowRule } from '@cardinal/contract/api/control/flowRules.ts';
import {
  flowChoices,
  flowStrategies,
  flowStrategyInUse,
  flowStrategyIsOn,
  flowStrategyNotFound,
  readFlowStrategy,
} from '@cardinal/contract/api/control/flowStrategies.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { actionsByPlatform, ONLY_REMIND, speedsByPlatform } from '../../carriers/face.ts';
import { customerNames } from '../../customers/face.ts';
import { cardsOnPackages, keepLimited } from '../../packages/face.ts';
import type { FlowStrategyRow } from '../controlTables.ts';
import { asJson, fromJson } from '../jsonColumns.ts';
import { limitsById, usableLimits } from '../limits/usableLimits.ts';
import { flowFigures } from './flowFigures.ts';
import { flowPreviewRoute } from './flowPreview.ts';
import { ruleProblems } from './flowRules.ts';
import { rulesText } from './flowWords.ts';

export const limitIdsOf = (rules: readonly FlowRule[]): string[] =>
  rules.flatMap(({ limitStrategyId }) => limitStrategyId ?? []);

/** Actions of the rules that no account can be asked for, in the order of the enumeration. */
const missingActions = (rules: readonly FlowRule[], can: readonly ControlAction[] = ONLY_REMIND): ControlAction[] =>
  ControlAction.options
    .map(({ value }) => value)
    .filter((action) => !can.includes(action) && rules.some((rule) => rule.action === action));

/** The packages of each strategy. */
export async function packagesOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await ctx.db
    .selectFrom('control.flow_strategy_package')
    .select(['strategy_id', 'package_id'])
    .where(sql<boolean>`strategy_id = any(${[...ids]}::bigint[])`)
    .execute();
  const byStrategy = Map.groupBy(rows, ({ strategy_id }) => strategy_id);
  return new Map([...byStrategy].map(([id, each]) => [id, each.map(({ package_id }) => package_id)]));
}

export async function refuseGoverning(ctx: Ctx, id: string): Promise<void> {
  const n = (await packagesOf(ctx, [id])).get(id)?.length ?? 0;
  if (n > 0) throw new Refused(flowStrategyInUse, { n });
}

const register = bindRegister(flowStrategies, {
  table: 'control.flow_strategy',
  objectKind: 'flowStrategy',
  name: ({ name }) => name,
  unique: { index: 'flow_strategy_name', field: 'name' },
  begin: (ctx) => {
    const { customerId, account } = accountOf(ctx);
    return { customer_id: customerId, state: 'draft' as const, created_by: account, created_at: ctx.clock.now() };
  },
  write: async (ctx, { platform, rules }, before) => {
    if (before?.state === 'on') throw new Refused(flowStrategyIsOn);
    const of = before?.platform ?? (platform as Platform);
    const ownerId = before?.customer_id ?? accountOf(ctx).customerId;
    const [can, limits] = [
      (await actionsByPlatform(ctx)).get(of) ?? ONLY_REMIND,
      await usableLimits(ctx, { ownerId, platform: of }, limitIdsOf(rules)),
    ];
    const problems = ruleProblems(rules, can, limits);
    if (problems.length > 0) throw new Refused(invalid, {}, problems);
    // A changed strategy has shown nothing yet: its time in shadow begins anew.
    const anew = {
      shadow_since: before?.state === 'shadow' ? ctx.clock.now() : null,
      wanted_by_id: null,
      wanted_by: null,
    };
    return { rules: asJson(rules), ...(before ? anew : {}) };
  },
  written: async (ctx, id, _, before) => {
    if (before) await keepLimited(ctx, before.customer_id, (await packagesOf(ctx, [id])).get(id) ?? []);
  },
  release: (ctx, { id }) => refuseGoverning(ctx, id),
  noted: ({ name, platform, rules }) => ({ name, platform, rules: fromJson(rules) }),
  list: {
    columns: {
      isPaused: { sql: sql`(t.paused_at is not null)` },
      isUsed: { sql: sql`exists (select 1 from control.flow_strategy_package a where a.strategy_id = t.id)` },
      actions: {
        sql: sql`null`,
        where: (_, value) => sql<boolean>`exists (
          select 1 from jsonb_array_elements(t.rules) rule where (rule->>'action')::int = any(${value}::int[]))`,
      },
    },
    extra: (query, { packageContains }) => {
      if (packageContains === undefined) return query;
      const like = likeContains(String(packageContains));
      return query.where(sql<boolean>`exists (
        select 1 from control.flow_strategy_package a join packages.v_package p on p.id = a.package_id
        where a.strategy_id = t.id and (p.code ilike ${like} or p.name ilike ${like}))`);
    },
    present: async (rows, ctx) => {
      const packages = await packagesOf(
        ctx,
        rows.map(({ id }) => id),
      );
      const [can, limits, cards, names, figures] = await Promise.all([
        actionsByPlatform(ctx),
        limitsById(
          ctx,
          rows.flatMap(({ rules }) => limitIdsOf(rules)),
        ),
        cardsOnPackages(ctx, [...new Set([...packages.values()].flat())]),
        customerNames(
          ctx.db,
          rows.map(({ customer_id }) => customer_id),
        ),
        ctx.contributed(flowFigures)?.(
          ctx,
          rows.map(({ id }) => id),
        ),
      ]);
      return rows.map(({ id, customer_id, platform, rules, state, paused_at }) => {
        const did = figures?.get(id);
        const own = packages.get(id) ?? [];
        return {
          rules: [...rules],
          rule: rulesText(rules, limits, ctx.language),
          actions: [...new Set(rules.map(({ action }) => action))],
          missingActions: missingActions(rules, can.get(platform)),
          isUsed: own.length > 0,
          isPaused: paused_at !== null,
          firedToday: (state === 'shadow' ? did?.shadowToday : did?.firedToday) ?? 0,
          failedDay: did?.failedDay ?? 0,
          packages: own.length,
          cards: own.reduce((sum, each) => sum + (cards.get(each) ?? 0), 0),
          customerName: names.get(customer_id) ?? '',
        };
      });
    },
  },
});

export async function flowStrategyOf(ctx: Ctx, id: string): Promise<FlowStrategyRow> {
  const row = await ctx.db.selectFrom('control.flow_strategy').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(flowStrategyNotFound);
  return row;
}

const named = (actions: readonly ControlAction[]): Text => {
  const labels = actions.map((action) => ControlAction.labelOf(action));
  return text(labels.map(({ zh }) => zh).join('、'), labels.map(({ en }) => en).join(', '));
};

/** Actions of a strategy that no account of its carrier supports any more, in words; none: null. */
export async function actionsGone(
  ctx: Ctx,
  { rules, platform }: Pick<FlowStrategyRow, 'rules' | 'platform'>,
): Promise<Text | null> {
  const missing = missingActions(rules, (await actionsByPlatform(ctx)).get(platform));
  return missing.length > 0 ? named(missing) : null;
}

async function readStrategy(
  ctx: Ctx,
  { id, platform }: QueryOf<typeof readFlowStrategy>,
): Promise<AnswerOf<typeof readFlowStrategy>> {
  const row = await flowStrategyOf(ctx, id);
  if (row.platform !== platform) throw new Refused(flowStrategyNotFound);
  const [limits, names] = await Promise.all([
    limitsById(ctx, limitIdsOf(row.rules)),
    customerNames(ctx.db, [row.customer_id]),
  ]);
  return {
    id,
    name: row.name,
    platform: row.platform,
    rules: [...row.rules],
    rule: rulesText(row.rules, limits, ctx.language),
    state: row.state,
    customerName: names.get(row.customer_id) ?? '',
    version: row.version,
  };
}

async function choices(ctx: Ctx, { id }: QueryOf<typeof flowChoices>): Promise<AnswerOf<typeof flowChoices>> {
  const ownerId = id === undefined ? accountOf(ctx).customerId : (await flowStrategyOf(ctx, id)).customer_id;
  const [can, speeds, limits] = await Promise.all([
    actionsByPlatform(ctx),
    speedsByPlatform(ctx),
    ctx.db
      .selectFrom('control.limit_strategy')
      .select(['id', 'name', 'platform', 'tiers'])
      .where('customer_id', '=', ownerId)
      .where('is_enabled', '=', true)
      .orderBy('name')
      .execute(),
  ]);
  return Platform.options.map(({ value }) => ({
    platform: value,
    actions: [...(can.get(value) ?? ONLY_REMIND)],
    speeds: [...(speeds.get(value) ?? [])],
    limitStrategies: limits
      .filter(({ platform }) => platform === value)
      .map((limit) => ({ id: limit.id, name: limit.name, tiers: [...limit.tiers] })),
  }));
}

export const flowRoutes: readonly Route[] = [
  ...register,
  bind(readFlowStrategy, (ctx, { query }) => readStrategy(ctx, query)),
  bind(flowChoices, (ctx, { query }) => choices(ctx, query)),
  flowPreviewRoute,
];
