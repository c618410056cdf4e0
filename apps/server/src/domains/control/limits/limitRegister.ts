import {
  enableLimitStrategy,
  limitSpeeds,
  limitSpeedsGone,
  limitStrategies,
  limitStrategyNotFound,
  readLimitStrategy,
  simulateLimitStrategy,
} from '@cardinal/contract/api/control/limitStrategies.ts';
import type { Tier } from '@cardinal/contract/api/control/limitTiers.ts';
import type { AnswerOf, BodyOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { speedsByPlatform } from '../../carriers/face.ts';
import { customerNames } from '../../customers/face.ts';
import type { LimitStrategyRow } from '../controlTables.ts';
import { setEnabled } from '../enabling.ts';
import { asJson, fromJson } from '../jsonColumns.ts';
import { inOrder, standingAt, tierProblems } from './limitRules.ts';
import { offeredSpeeds } from './limitSpeeds.ts';
import { limitUses, refuseUsedLimit } from './limitUse.ts';
import { standingText, tiersText } from './limitWords.ts';

/** Speeds of the tiers that no account offers, the highest first. */
const missingSpeeds = (tiers: readonly Tier[], offered: readonly number[] = []): number[] =>
  [...new Set(tiers.map(({ kbps }) => kbps))].filter((kbps) => !offered.includes(kbps)).sort((a, b) => b - a);

const register = bindRegister(limitStrategies, {
  table: 'control.limit_strategy',
  objectKind: 'limitStrategy',
  name: ({ name }) => name,
  unique: { index: 'limit_strategy_name', field: 'name' },
  begin: (ctx) => {
    const { customerId, account } = accountOf(ctx);
    return { customer_id: customerId, is_enabled: true, created_by: account, created_at: ctx.clock.now() };
  },
  write: async (ctx, { platform, type, tiers }, before) => {
    const speeds = await offeredSpeeds(ctx, before?.platform ?? (platform as LimitStrategyRow['platform']));
    const problems = tierProblems(type, tiers, speeds);
    if (problems.length > 0) throw new Refused(invalid, {}, problems);
    return { tiers: asJson(inOrder(tiers)) };
  },
  release: (ctx, { id }) => refuseUsedLimit(ctx, id),
  noted: ({ name, platform, type, tiers, reset }) => ({ name, platform, type, tiers: fromJson(tiers), reset }),
  list: {
    columns: {
      isUsed: {
        sql: sql`null`,
        where: async (_, value, ctx) => {
          const all = await ctx.db.selectFrom('control.limit_strategy').select('id').execute();
          const ids = all.map(({ id }) => id);
          const used = [...(await limitUses(ctx, ids)).keys()];
          return sql<boolean>`(t.id = any(${used}::bigint[])) = ${value}`;
        },
      },
    },
    present: async (rows, ctx) => {
      const ids = rows.map(({ id }) => id);
      const [speeds, uses, names] = await Promise.all([
        speedsByPlatform(ctx),
        limitUses(ctx, ids),
        customerNames(
          ctx.db,
          rows.map(({ customer_id }) => customer_id),
        ),
      ]);
      return rows.map(({ id, customer_id, platform, tiers }) => ({
        tiers: [...tiers],
        rule: tiersText(tiers, ctx.language),
        missingSpeeds: missingSpeeds(tiers, speeds.get(platform)),
        isUsed: uses.has(id),
        usedIn: uses.get(id) ?? null,
        customerName: names.get(customer_id) ?? '',
      }));
    },
  },
});

async function strategyOf(ctx: Ctx, id: string): Promise<LimitStrategyRow> {
  const row = await ctx.db.selectFrom('control.limit_strategy').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(limitStrategyNotFound);
  return row;
}

const enableLimit = (ctx: Ctx, body: BodyOf<typeof enableLimitStrategy>) =>
  setEnabled(
    ctx,
    { table: 'control.limit_strategy', objectKind: 'limitStrategy', notFound: limitStrategyNotFound },
    body,
    async ({ id, tiers, platform }) => {
      if (!body.isEnabled) return refuseUsedLimit(ctx, id);
      const missing = missingSpeeds(tiers, (await speedsByPlatform(ctx)).get(platform));
      if (missing.length > 0) throw new Refused(limitSpeedsGone, { speeds: missing.join(' / ') });
    },
  );

async function readStrategy(ctx: Ctx, id: string): Promise<AnswerOf<typeof readLimitStrategy>> {
  const { name, platform, type, tiers, reset, is_enabled: isEnabled, version } = await strategyOf(ctx, id);
  return { id, name, platform, type, tiers: [...tiers], reset, isEnabled, version };
}

async function simulate(
  ctx: Ctx,
  { id, usedBytes, day }: QueryOf<typeof simulateLimitStrategy>,
): Promise<AnswerOf<typeof simulateLimitStrategy>> {
  const strategy = await strategyOf(ctx, id);
  const [used, month] = [BigInt(usedBytes), Number(day.slice(5, 7))];
  const { tier, next } = standingAt(strategy, used, month);
  return { kbps: tier?.kbps ?? null, why: standingText(strategy, used, month, ctx.language), next: next ?? null };
}

const offered = async (ctx: Ctx): Promise<AnswerOf<typeof limitSpeeds>> =>
  [...(await speedsByPlatform(ctx))].map(([platform, speeds]) => ({ platform, speeds: [...speeds] }));

export const limitRoutes: readonly Route[] = [
  ...register,
  bind(enableLimitStrategy, (ctx, { body }) => enableLimit(ctx, body)),
  bind(readLimitStrategy, (ctx, { query }) => readStrategy(ctx, query.id)),
  bind(simulateLimitStrategy, (ctx, { query }) => simulate(ctx, query)),
  bind(limitSpeeds, (ctx) => offered(ctx)),
];
