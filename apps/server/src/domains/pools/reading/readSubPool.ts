import type { readSubPool as endpoint } from '@cardinal/contract/api/pools/cardPools.ts';
import { poolNotFound } from '@cardinal/contract/api/pools/refusals.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { priceChain } from '../../packages/face.ts';
import { decidedByStrategy } from '../limits/standing.ts';
import { stoppedBy } from '../limits/stopped.ts';
import type { PoolRow } from '../poolTables.ts';
import { detailOf } from './readPool.ts';

const FIRINGS_SHOWN = 20;

/** What the pool's customer pays its parent for the package; nothing of what those above pay. */
async function priceOf(ctx: Ctx, { package_id, customer_id }: PoolRow) {
  const chain = await priceChain(
    { ...ctx, db: ctx.beyondScope('the own price of a customer stands at the end of the prices above it') },
    package_id,
    customer_id,
    ctx.clock.now(),
  );
  const step = chain?.at(-1);
  return step && step.parentId !== null ? { amount: step.reservePrice, currency: step.currency } : null;
}

export async function readSubPool(
  ctx: Ctx,
  { poolCode }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const pool = await ctx.db
    .selectFrom('pools.pool')
    .selectAll()
    .where(sql<boolean>`upper(pool_code) = upper(${poolCode})`)
    .where('depth', '>', 0)
    .executeTakeFirst();
  if (!pool) throw new Refused(poolNotFound);
  const { parent, parentId: _, depth: __, ...own } = await detailOf(ctx, pool);
  const stopped = await stoppedBy(ctx, pool.id);
  const firings = await ctx.db
    .selectFrom('pools.quota_firing')
    .selectAll()
    .where('pool_id', '=', pool.id)
    .orderBy('id', 'desc')
    .limit(FIRINGS_SHOWN)
    .execute();
  return {
    ...own,
    ...(parent ? { parent } : {}),
    nextQuotaBytes: pool.next_quota_bytes,
    wanted:
      pool.wanted_quota_bytes !== null && pool.wanted_at !== null
        ? { quotaBytes: pool.wanted_quota_bytes, why: pool.wanted_why ?? '', at: pool.wanted_at.toISOString() }
        : null,
    isDecidedByStrategy: pool.quota_bytes !== null && (await decidedByStrategy(ctx, [pool])).has(pool.id),
    stopped: { quota: stopped.get('quota') ?? 0, cap: stopped.get('cap') ?? 0 },
    firings: firings.map((each) => ({
      id: each.id,
      firedAt: each.fired_at.toISOString(),
      cycle: each.cycle,
      quotaBytes: each.quota_bytes,
      liftedAt: each.lifted_at?.toISOString() ?? null,
    })),
    price: await priceOf(ctx, pool),
  };
}
