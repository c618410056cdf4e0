import { flowStrategyNotFound } from '@cardinal/contract/api/control/flowStrategies.ts';
import {
  type associateFlowPackages,
  flowPackageNotFound,
  type flowPackageOptions,
  flowStrategyOff,
  listFlowPackages,
  type releaseFlowPackage,
} from '@cardinal/contract/api/control/flowStrategyPackages.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { cardsOnPackages, currentVersions, keepLimited, packagesHeld, packagesHeldBy } from '../../packages/face.ts';
import type { FlowPackageRow } from '../controlTables.ts';
import { flowStrategyOf } from '../flows/flowRegister.ts';

const MOST_OPTIONS = 100;
const notHeld = text('有 {n} 个套餐不能关联', '{n} {n|package|packages} cannot be associated');

/** Governing a package: whoever can see the strategy sees what it governs. */
export const flowPackageDataset = dataset(listFlowPackages, {
  from: (ctx) =>
    ctx.db
      .selectFrom('control.flow_strategy_package as a')
      .innerJoin('control.flow_strategy as s', 's.id', 'a.strategy_id')
      .innerJoin('packages.v_package as p', 'p.id', 'a.package_id'),
  table: 'a',
  columns: {
    code: sql`p.code`,
    name: sql`p.name`,
    type: sql`p.type`,
    platform: sql`p.platform`,
    hasLimit: {
      sql: sql`(a.limit_strategy_id is not null or a.own_tiers is not null)`,
    },
  },
  extra: (query, { strategyId, platformId }) =>
    query.where('a.strategy_id', '=', strategyId).where('s.platform', '=', platformId as Platform),
  select: (query) =>
    query.select([
      'a.id',
      'a.package_id',
      'p.code',
      'p.name',
      'p.platform',
      'p.type',
      sql<boolean>`(a.limit_strategy_id is not null or a.own_tiers is not null)`.as('has_limit'),
      sql<number>`(select count(*)::int from control.flow_limit_exception e where e.flow_package_id = a.id)`.as(
        'exceptions',
      ),
      'a.associated_by',
      'a.associated_at',
    ]),
  present: async (rows, ctx) => {
    const ids = rows.map(({ package_id }) => package_id);
    const [versions, cards] = await Promise.all([currentVersions(ctx, ids), cardsOnPackages(ctx, ids)]);
    return rows.map(({ package_id }) => ({
      flowBytes: versions.get(package_id)?.flow_bytes ?? null,
      cards: cards.get(package_id) ?? 0,
    }));
  },
});

export async function packageOptions(
  ctx: Ctx,
  { strategyId, keyword = '' }: QueryOf<typeof flowPackageOptions>,
): Promise<AnswerOf<typeof flowPackageOptions>> {
  const { customer_id: ownerId, platform } = await flowStrategyOf(ctx, strategyId);
  const [held, governed] = await Promise.all([
    packagesHeldBy(ctx, ownerId, { platforms: [platform], keyword, most: MOST_OPTIONS }),
    ctx.db
      .selectFrom('control.flow_strategy_package as a')
      .innerJoin('control.flow_strategy as s', 's.id', 'a.strategy_id')
      .select(['a.package_id', 's.id', 's.name'])
      .where('a.customer_id', '=', ownerId)
      .execute(),
  ]);
  const now = new Map(governed.map((each) => [each.package_id, each]));
  return held
    .filter(({ package_id }) => now.get(package_id)?.id !== strategyId)
    .map(({ package_id, code, name, type }) => ({
      id: package_id,
      code,
      name,
      type,
      strategyName: now.get(package_id)?.name ?? null,
    }));
}

export async function associate(
  ctx: Ctx,
  { strategyId, packageIds }: BodyOf<typeof associateFlowPackages>,
): Promise<AnswerOf<typeof associateFlowPackages>> {
  const strategy = await ctx.db
    .selectFrom('control.flow_strategy')
    .selectAll()
    .where('id', '=', strategyId)
    .forUpdate()
    .executeTakeFirst();
  if (!strategy) throw new Refused(flowStrategyNotFound);
  if (strategy.state === 'off') throw new Refused(flowStrategyOff);
  const ids = [...new Set(packageIds)];
  const held = await packagesHeld(ctx, strategy.customer_id, ids);
  const wrong = ids.filter((id) => held.get(id)?.platform !== strategy.platform);
  if (wrong.length > 0)
    throw new Refused(invalid, {}, [{ field: 'packageIds', text: notHeld, facts: { n: wrong.length } }]);
  const before = await ctx.db
    .selectFrom('control.flow_strategy_package')
    .select(['id', 'package_id', 'strategy_id'])
    .where('customer_id', '=', strategy.customer_id)
    .where('package_id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const moved = before.filter((each) => each.strategy_id !== strategyId);
  const kept = new Set(before.filter((each) => each.strategy_id === strategyId).map((each) => each.package_id));
  const coming = ids.filter((id) => !kept.has(id));
  const now = ctx.clock.now();
  // What was set for it under the other strategy does not come with it.
  if (moved.length > 0)
    await ctx.db
      .deleteFrom('control.flow_strategy_package')
      .where(
        'id',
        'in',
        moved.map(({ id }) => id),
      )
      .execute();
  if (coming.length > 0)
    await ctx.db
      .insertInto('control.flow_strategy_package')
      .values(
        coming.map((id) => ({
          id: ctx.ids.next(),
          customer_id: strategy.customer_id,
          strategy_id: strategyId,
          package_id: id,
          limit_strategy_id: null,
          own_tiers: null,
          associated_by: accountOf(ctx).account,
          associated_at: now,
          updated_at: now,
        })),
      )
      // Another change has given it a strategy since it was read: the later one holds.
      .onConflict((conflict) =>
        conflict.constraint('flow_strategy_package_once').doUpdateSet({
          strategy_id: strategyId,
          limit_strategy_id: null,
          own_tiers: null,
          associated_by: accountOf(ctx).account,
          associated_at: now,
          updated_at: now,
          version: sql`flow_strategy_package.version + 1`,
        }),
      )
      .execute();
  await keepLimited(ctx, strategy.customer_id, ids);
  ctx.note({
    objectKind: 'flowStrategy',
    objectId: strategyId,
    summary: strategy.name,
    before: {
      movedFrom: moved.map(({ strategy_id, package_id }) => ({ strategyId: strategy_id, packageId: package_id })),
    },
    after: { packages: coming.map((id) => held.get(id)?.code) },
  });
  return { associated: coming.length, moved: moved.length };
}

/** An association of the caller, held until the change ends. */
export async function holdFlowPackage(ctx: Ctx, id: string): Promise<FlowPackageRow> {
  const row = await ctx.db
    .selectFrom('control.flow_strategy_package')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(flowPackageNotFound);
  return row;
}

/** The code of its package, for the operation log. */
export const codeOf = async (ctx: Ctx, { package_id }: FlowPackageRow): Promise<string> =>
  (await currentVersions(ctx, [package_id])).get(package_id)?.code ?? package_id;

export async function release(ctx: Ctx, { id }: BodyOf<typeof releaseFlowPackage>): Promise<typeof DONE> {
  const row = await holdFlowPackage(ctx, id);
  const strategy = await flowStrategyOf(ctx, row.strategy_id);
  await ctx.db.deleteFrom('control.flow_strategy_package').where('id', '=', id).execute();
  await keepLimited(ctx, row.customer_id, [row.package_id]);
  ctx.note({
    objectKind: 'flowStrategy',
    objectId: strategy.id,
    summary: strategy.name,
    before: { packages: [await codeOf(ctx, row)] },
    after: { packages: [] },
  });
  return DONE;
}
