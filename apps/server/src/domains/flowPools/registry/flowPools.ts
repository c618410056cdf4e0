import type {
  closeFlowPool as closeEndpoint,
  createFlowPool as createEndpoint,
  editFlowPool as editEndpoint,
  flowPoolChoices,
} from '@cardinal/contract/api/flowPools/flowPools.ts';
import {
  flowPoolClosed,
  flowPoolCodeTaken,
  flowPoolNotEmpty,
  noAccountOfCarrier,
  ownerNotInTree,
} from '@cardinal/contract/api/flowPools/refusals.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { say } from '@cardinal/primitives/text.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import type { Insertable } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { hiddenPlatforms } from '../../../framework/hiding.ts';
import { accountsByPlatform, carrierAccount } from '../../carriers/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { heldPool } from '../filling/fillPool.ts';
import type { FlowPoolRow, FlowPoolTable } from '../flowPoolTables.ts';
import { settleStopsJob } from '../thresholds/stops.ts';

/** A code made up for a pool: its id in fewer letters, and so unique. */
const madeUpCode = (id: string): string => `FP${BigInt(id).toString(36).toUpperCase()}`;

const termsOf = (pool: Pick<FlowPoolRow, 'name' | 'needs_package' | 'thresholds' | 'exhausted_action'>) => ({
  name: pool.name,
  needsPackage: pool.needs_package,
  thresholds: pool.thresholds.join(', '),
  exhaustedAction: pool.exhausted_action,
});

type Made = Omit<Insertable<FlowPoolTable>, 'state' | 'created_at' | 'updated_at' | 'closed_at' | 'used_at'>;

/** Writes a pool that has nothing and nobody yet. */
export async function insertFlowPool(ctx: Ctx, made: Made): Promise<void> {
  const now = ctx.clock.now();
  const insert = ctx.db
    .insertInto('flow_pools.pool')
    .values({ ...made, state: 'open', created_at: now, updated_at: now, closed_at: null, used_at: null })
    .execute();
  await refuseDuplicate('flow_pool_code', refusedAt('poolCode', flowPoolCodeTaken), insert);
}

/** Whether the caller sees a card of a carrier account: of others it knows nothing. */
const drives = async (ctx: Ctx, accountId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('cards.v_card')
    .select('id')
    .where('carrier_account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export async function createFlowPool(
  ctx: Ctx,
  body: BodyOf<typeof createEndpoint>,
): Promise<AnswerOf<typeof createEndpoint>> {
  const { customerId: own } = accountOf(ctx);
  const customerId = body.customerId ?? own;
  if (!(await subtreeIds(ctx.db, own)).includes(customerId)) throw refusedAt('customerId', ownerNotInTree);
  const account =
    body.carrierAccountId && (await drives(ctx, body.carrierAccountId))
      ? await carrierAccount(ctx, body.carrierAccountId)
      : undefined;
  if (body.carrierAccountId && (!account || account.state === 'off'))
    throw refusedAt('carrierAccountId', noAccountOfCarrier);
  const id = ctx.ids.next();
  const made = {
    id,
    customer_id: customerId,
    pool_code: body.poolCode ?? madeUpCode(id),
    name: body.name,
    platform: account?.platform ?? null,
    carrier_account_id: account?.id ?? null,
    cycle_day: body.cycleDay,
    zone: account?.zone ?? DEFAULT_ZONE,
    needs_package: body.needsPackage,
    thresholds: body.thresholds,
    exhausted_action: body.exhaustedAction,
  };
  await insertFlowPool(ctx, made);
  ctx.note({
    objectKind: 'flowPool',
    objectId: id,
    summary: `${made.pool_code} ${made.name}`,
    customerId,
    after: termsOf(made),
  });
  return { id, poolCode: made.pool_code };
}

export async function editFlowPool(ctx: Ctx, body: BodyOf<typeof editEndpoint>) {
  const before = await heldPool(ctx, body.id);
  if (before.state === 'closed') throw new Refused(flowPoolClosed);
  if (before.version !== body.version) throw new Refused(changedByAnother);
  const after = {
    name: body.name,
    needs_package: body.needsPackage,
    thresholds: body.thresholds,
    exhausted_action: body.exhaustedAction,
  };
  await ctx.db
    .updateTable('flow_pools.pool')
    .set((row) => ({ ...after, version: row('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', before.id)
    .execute();
  // A pool that is used up and stops its cards no longer lets them go.
  if (before.is_exhausted) await ctx.enqueue(settleStopsJob, { poolId: before.id });
  ctx.note({
    objectKind: 'flowPool',
    objectId: before.id,
    summary: `${before.pool_code} ${body.name}`,
    customerId: before.customer_id,
    before: termsOf(before),
    after: termsOf(after),
  });
  return DONE;
}

export async function closeFlowPool(ctx: Ctx, { id }: BodyOf<typeof closeEndpoint>) {
  const pool = await heldPool(ctx, id);
  if (pool.state === 'closed') throw new Refused(flowPoolClosed);
  if (pool.cards > 0) throw new Refused(flowPoolNotEmpty, { n: pool.cards });
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('flow_pools.pool')
    .set((row) => ({ state: 'closed', closed_at: now, updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'flowPool',
    objectId: id,
    summary: `${pool.pool_code} ${pool.name}`,
    customerId: pool.customer_id,
    before: { state: pool.state },
    after: { state: 'closed' },
  });
  return DONE;
}

/** The carrier accounts a pool may be of: those that drive cards the caller sees. Whoever does not see them tells them apart by number. */
export async function readFlowPoolChoices(ctx: Ctx): Promise<AnswerOf<typeof flowPoolChoices>> {
  const hidden = await hiddenPlatforms(ctx);
  const accounts = [];
  for (const { value: platform } of Platform.options) {
    if (hidden.has(platform)) continue;
    for (const [at, account] of (await accountsByPlatform(ctx, platform)).entries()) {
      if (!(await drives(ctx, account.id))) continue;
      accounts.push({
        id: account.id,
        name: holds(ctx.actor, 'platformConfig.view')
          ? account.name
          : `${say(Platform.labelOf(platform), ctx.language)} ${at + 1}`,
        platform: account.platform,
        cycleDay: account.cycleDay,
      });
    }
  }
  return { accounts };
}
