import {
  type cardPoolChoices,
  type createCardPool as createEndpoint,
  type createSubPool as createSubEndpoint,
  MOST_LEVELS,
} from '@cardinal/contract/api/pools/cardPools.ts';
import {
  accountNotOfPackage,
  ownerNotBelow,
  packageNotShared,
  poolClosed,
  poolCodeTaken,
  poolNotFound,
  tooDeep,
} from '@cardinal/contract/api/pools/refusals.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { PackageMode } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { accountsByPlatform, type CarrierAccountFacts, carrierAccount } from '../../carriers/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { type PackageVersionFacts, packageHeldBy, packagesHeldBy } from '../../packages/face.ts';
import { cycleAt } from '../cycles/cycleRules.ts';
import type { PoolRow, PoolTable } from '../poolTables.ts';
import { madeUpCode } from './poolRules.ts';
import { refuseOversold } from './quotas.ts';

/** Packages shown to choose from. */
const MOST_PACKAGES = 200;

const isShared = ({ type, mode, flow_bytes }: PackageVersionFacts) =>
  type === 'month' && mode === PackageMode.values.shared && flow_bytes !== null;

const goesWith = (account: CarrierAccountFacts, found: PackageVersionFacts) =>
  account.platform === found.platform && (found.carrier_account_id ?? account.id) === account.id;

/** Whoever does not see carrier accounts tells them apart by number. */
const nameOf = (ctx: Ctx, { name, platform }: CarrierAccountFacts, at: number) =>
  holds(ctx.actor, 'platformConfig.view') ? name : `${say(Platform.labelOf(platform), ctx.language)} ${at + 1}`;

export async function readPoolChoices(ctx: Ctx): Promise<AnswerOf<typeof cardPoolChoices>> {
  const held = await packagesHeldBy(ctx, accountOf(ctx).customerId, {
    types: ['month'],
    keyword: '',
    most: MOST_PACKAGES,
  });
  const shared = held.filter(isShared);
  const accounts = new Map<Platform, readonly CarrierAccountFacts[]>();
  for (const platform of new Set(shared.map((each) => each.platform)))
    accounts.set(platform, await accountsByPlatform(ctx, platform));
  return {
    packages: shared.map((each) => ({
      id: each.package_id,
      code: each.code,
      name: each.name,
      platform: each.platform,
      bytes: each.flow_bytes ?? '0',
      accounts: (accounts.get(each.platform) ?? []).flatMap((account, at) =>
        goesWith(account, each) ? [{ id: account.id, name: nameOf(ctx, account, at), cycleDay: account.cycleDay }] : [],
      ),
    })),
  };
}

type Made = Omit<
  PoolTable,
  | 'path'
  | 'state'
  | 'created_at'
  | 'updated_at'
  | 'closed_at'
  | 'version'
  | 'cards'
  | 'next_quota_bytes'
  | `wanted_${'quota_bytes' | 'why' | 'at'}`
  | `cycle${'' | '_starts_at' | '_ends_at'}`
> & { readonly parentPath: string };

/** Writes a pool with its first cycle, which is open: nobody is in it yet. */
export async function insertPool(ctx: Ctx, { parentPath, ...made }: Made): Promise<void> {
  const now = ctx.clock.now();
  const { key, start, end } = cycleAt(now, made);
  const insert = ctx.db
    .insertInto('pools.pool')
    .values({
      ...made,
      path: `${parentPath}${made.id}/`,
      state: 'enabled',
      cycle: key,
      cycle_starts_at: start,
      cycle_ends_at: end,
      created_at: now,
      updated_at: now,
      closed_at: null,
    })
    .execute();
  await refuseDuplicate('pool_code', refusedAt('poolCode', poolCodeTaken), insert);
  await ctx.db
    .insertInto('pools.pool_cycle')
    .values({
      pool_id: made.id,
      cycle: key,
      customer_id: made.customer_id,
      starts_at: start,
      ends_at: end,
      used_at: null,
      opened_at: now,
    })
    .execute();
  ctx.note({
    objectKind: 'cardPool',
    objectId: made.id,
    summary: `${made.pool_code} ${made.name}`,
    customerId: made.customer_id,
    after: { name: made.name, quotaBytes: made.quota_bytes, oversellPercent: made.oversell_percent },
  });
}

export async function createCardPool(
  ctx: Ctx,
  body: BodyOf<typeof createEndpoint>,
): Promise<AnswerOf<typeof createEndpoint>> {
  const { customerId } = accountOf(ctx);
  const found = await packageHeldBy(ctx, body.packageId, customerId);
  if (!found || !isShared(found)) throw refusedAt('packageId', packageNotShared);
  const account = await carrierAccount(ctx, body.carrierAccountId);
  if (!account || account.state === 'off' || !goesWith(account, found))
    throw refusedAt('carrierAccountId', accountNotOfPackage);
  const id = ctx.ids.next();
  const poolCode = body.poolCode ?? madeUpCode(id);
  await insertPool(ctx, {
    id,
    customer_id: customerId,
    kind: 'card',
    pool_code: poolCode,
    name: body.name,
    parent_id: null,
    parentPath: '',
    depth: 0,
    platform: account.platform,
    carrier_account_id: account.id,
    package_id: found.package_id,
    quota_bytes: null,
    oversell_percent: body.oversellPercent,
    contribution_rule: body.contributionRule,
    cycle_day: body.cycleDay,
    zone: account.zone,
  });
  return { id, poolCode };
}

/** A pool of the caller's tree, held until the change is done. */
export async function heldPool(ctx: Ctx, id: string): Promise<PoolRow> {
  const pool = await ctx.db.selectFrom('pools.pool').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!pool) throw new Refused(poolNotFound);
  return pool;
}

export async function createSubPool(
  ctx: Ctx,
  body: BodyOf<typeof createSubEndpoint>,
): Promise<AnswerOf<typeof createSubEndpoint>> {
  const parent = await heldPool(ctx, body.parentId);
  if (parent.state === 'closed') throw new Refused(poolClosed);
  if (parent.depth >= MOST_LEVELS) throw new Refused(tooDeep, { most: MOST_LEVELS });
  if (!(await subtreeIds(ctx.db, parent.customer_id)).includes(body.customerId))
    throw refusedAt('customerId', ownerNotBelow);
  await refuseOversold(ctx, parent, { quota: body.quotaBytes, allowOversell: body.allowOversell });
  const id = ctx.ids.next();
  const poolCode = body.poolCode ?? madeUpCode(id);
  const { platform, carrier_account_id, package_id, contribution_rule, cycle_day, zone } = parent;
  await insertPool(ctx, {
    id,
    customer_id: body.customerId,
    kind: 'card',
    pool_code: poolCode,
    name: body.name,
    parent_id: parent.id,
    parentPath: parent.path,
    depth: parent.depth + 1,
    platform,
    carrier_account_id,
    package_id,
    quota_bytes: body.quotaBytes,
    oversell_percent: 100,
    contribution_rule,
    cycle_day,
    zone,
  });
  return { id, poolCode };
}
