import type {
  previewQuota as previewEndpoint,
  requestQuota as requestEndpoint,
  setQuota as setEndpoint,
} from '@cardinal/contract/api/pools/limits.ts';
import {
  noQuotaFromAbove,
  poolClosed,
  poolNotFound,
  quotaFromAbove,
  quotaNotMore,
} from '@cardinal/contract/api/pools/refusals.ts';
import type { AnswerOf, BodyOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerNames } from '../../customers/face.ts';
import { ofPools } from '../cycles/poolStore.ts';
import { quotaWanted } from '../events.ts';
import { judgeQuotas } from '../limits/judgeLimits.ts';
import { settleLimitsJob } from '../limits/settleLimits.ts';
import { decidedByStrategy, usedBy } from '../limits/standing.ts';
import { runningIn, stoppedBy } from '../limits/stopped.ts';
import type { PoolRow } from '../poolTables.ts';
import { heldPool } from './createPool.ts';
import { refuseOversold } from './quotas.ts';

/** The pool a sub-pool was cut from, if the caller sees it. */
const parentOf = (ctx: Ctx, { parent_id }: PoolRow) =>
  ctx.db
    .selectFrom('pools.pool')
    .selectAll()
    .where('id', '=', parent_id ?? '0');

async function poolSeen(ctx: Ctx, id: string): Promise<PoolRow> {
  const pool = await ctx.db.selectFrom('pools.pool').selectAll().where('id', '=', id).executeTakeFirst();
  if (!pool) throw new Refused(poolNotFound);
  return pool;
}

/** Less than before, and no more than what is used. */
const isBelowUsed = (quota: string | null, before: string | null, used: bigint): boolean =>
  quota !== null && BigInt(quota) <= used && (before === null || BigInt(quota) < BigInt(before));

export async function previewQuota(
  ctx: Ctx,
  { id, quotaBytes }: QueryOf<typeof previewEndpoint>,
): Promise<AnswerOf<typeof previewEndpoint>> {
  const pool = await poolSeen(ctx, id);
  const used = (await usedBy(ctx, [id])).get(id) ?? 0n;
  const quota = quotaBytes ?? null;
  const isUsedUp = quota !== null && BigInt(quota) <= used;
  const isDecided = (await decidedByStrategy(ctx, [pool])).has(id);
  return {
    used: String(used),
    quotaBytes: pool.quota_bytes,
    isBelowUsed: isBelowUsed(quota, pool.quota_bytes, used),
    willStop: isUsedUp && !isDecided ? await runningIn(ctx, pool) : 0,
    willRun: isUsedUp ? 0 : ((await stoppedBy(ctx, id)).get('quota') ?? 0),
    isDecidedByStrategy: isDecided,
    cycleEndsAt: pool.cycle_ends_at.toISOString(),
  };
}

/** Held from the top down, so that two quotas are not promised at once. */
export async function setQuota(ctx: Ctx, body: BodyOf<typeof setEndpoint>): Promise<AnswerOf<typeof setEndpoint>> {
  const seen = await poolSeen(ctx, body.id);
  const parent = await parentOf(ctx, seen).forUpdate().executeTakeFirst();
  if (!parent) throw new Refused(quotaFromAbove);
  const before = await heldPool(ctx, body.id);
  if (before.state === 'closed') throw new Refused(poolClosed);
  if (before.version !== body.version) throw new Refused(changedByAnother);
  const quota = body.quotaBytes;
  // Promising less is never refused, however much was promised before.
  const isLess = quota !== null && before.quota_bytes !== null && BigInt(quota) < BigInt(before.quota_bytes);
  if (!isLess) await refuseOversold(ctx, parent, { quota, except: before.id, allowOversell: body.allowOversell });
  const used = (await usedBy(ctx, [before.id])).get(before.id) ?? 0n;
  const waits = !body.isForced && isBelowUsed(quota, before.quota_bytes, used);
  await ctx.db
    .updateTable('pools.pool')
    .set((row) => ({
      ...(waits ? { next_quota_bytes: quota } : { quota_bytes: quota, next_quota_bytes: null }),
      wanted_quota_bytes: null,
      wanted_why: null,
      wanted_at: null,
      version: row('version', '+', 1),
      updated_at: ctx.clock.now(),
    }))
    .where('id', '=', before.id)
    .execute();
  if (!waits) {
    await judgeQuotas(ctx, [before.id]);
    await ctx.enqueue(settleLimitsJob, { poolId: before.id });
  }
  const from = waits ? before.cycle_ends_at.toISOString() : null;
  ctx.note({
    objectKind: 'cardPool',
    objectId: before.id,
    summary: `${before.pool_code} ${quota === null ? '—' : volumeText(BigInt(quota))}`,
    customerId: before.customer_id,
    before: { quotaBytes: before.quota_bytes },
    after: { quotaBytes: quota, from },
  });
  return { from };
}

export async function requestQuota(
  ctx: Ctx,
  { id, quotaBytes, why }: BodyOf<typeof requestEndpoint>,
): Promise<AnswerOf<typeof requestEndpoint>> {
  const pool = await heldPool(ctx, id);
  if (pool.state === 'closed') throw new Refused(poolClosed);
  const isOwn = (await parentOf(ctx, pool).executeTakeFirst()) !== undefined;
  const parent = await ofPools(ctx)
    .selectFrom('pools.pool')
    .select('customer_id')
    .where('id', '=', pool.parent_id ?? '0')
    .executeTakeFirst();
  if (isOwn || !parent || pool.quota_bytes === null) throw new Refused(noQuotaFromAbove);
  if (BigInt(quotaBytes) <= BigInt(pool.quota_bytes))
    throw refusedAt('quotaBytes', quotaNotMore, { quota: volumeText(BigInt(pool.quota_bytes)) });
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('pools.pool')
    .set({ wanted_quota_bytes: quotaBytes, wanted_why: why, wanted_at: now })
    .where('id', '=', id)
    .execute();
  await ctx.emit(quotaWanted, {
    poolId: id,
    poolCode: pool.pool_code,
    name: pool.name,
    customerId: pool.customer_id,
    customerName: (await customerNames(ctx.db, [pool.customer_id])).get(pool.customer_id) ?? '',
    parentCustomerId: parent.customer_id,
    quotaBytes,
    why,
    at: now.toISOString(),
  });
  ctx.note({
    objectKind: 'cardPool',
    objectId: id,
    summary: `${pool.pool_code} ${volumeText(BigInt(quotaBytes))}`,
    customerId: pool.customer_id,
    before: { quotaBytes: pool.quota_bytes },
    after: { wantedQuotaBytes: quotaBytes },
  });
  return { at: now.toISOString() };
}
