import { PoolState } from '@cardinal/contract/enumerations/pool.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import type { NumberHit } from '../../cardViews/face.ts';
import { customerNames } from '../../customers/face.ts';

/** Pools of these codes within scope; empty for callers who may not see pools. */
export async function poolsNamed(ctx: Ctx, numbers: readonly string[]): Promise<NumberHit[]> {
  if (!holds(ctx.actor, 'cardPool.view')) return [];
  const typedAs = new Map(numbers.map((each) => [each.toUpperCase(), each]));
  const pools = await ctx.db
    .selectFrom('pools.pool')
    .select(['id', 'pool_code', 'name', 'customer_id', 'state'])
    .where(sql<boolean>`upper(pool_code) = any(${[...typedAs.keys()]}::text[])`)
    .execute();
  const names = await customerNames(
    ctx.db,
    pools.map((pool) => pool.customer_id),
  );
  return pools.map((pool) => ({
    typed: typedAs.get(pool.pool_code.toUpperCase()) ?? pool.pool_code,
    hit: {
      kind: 'cardPool',
      id: pool.id,
      title: pool.pool_code,
      detail: [pool.name, names.get(pool.customer_id), say(PoolState.labelOf(pool.state), ctx.language)]
        .filter(Boolean)
        .join(' · '),
      path: `/poolManagement/poolDetail?poolCode=${encodeURIComponent(pool.pool_code)}`,
    },
  }));
}
