import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import { poolNotFound } from '@cardinal/contract/api/pools/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { subtreeIds } from '../../customers/face.ts';
import { poolCodesSeen } from '../membership/cardsInPools.ts';
import type { PoolRow } from '../poolTables.ts';
import type { PoolTerms, Target } from './poolVerdicts.ts';

/** A card's owner, the pool it is in, and its main package in use. */
export const aboutPool = (ctx: Ctx) => sql<string>`concat_ws('|', c.customer_id,
  coalesce((select i.pool_id from pools.card_in_pool i where i.card_id = c.id), 0),
  coalesce((select p.package_id from orders.v_main_package p
    where p.card_id = c.id and p.starts_at <= ${ctx.clock.now()} and p.ends_at > ${ctx.clock.now()}
    order by p.starts_at limit 1), 0))`;

export function factsIn(about: string) {
  const [ownerId = '', poolId, packageId] = about.split('|').map((each) => (each === '0' ? '' : each));
  return { ownerId, poolId: poolId ?? '', packageId: packageId ?? '' };
}

const poolSeen = (ctx: Ctx, id: string): Promise<PoolRow | undefined> =>
  ctx.db.selectFrom('pools.pool').selectAll().where('id', '=', id).executeTakeFirst();

/** The pool an action names, if the caller sees it. */
export async function poolAsked(ctx: Ctx, { poolId = '0' }: Pick<ActionParameters, 'poolId'>): Promise<PoolRow> {
  const pool = await poolSeen(ctx, poolId);
  if (!pool) throw new Refused(invalid, {}, [{ field: 'parameters.poolId', text: poolNotFound.text }]);
  return pool;
}

/** A pool with what its cards are judged by; of those asked for the caller knows those it sees. */
export async function targetOf(ctx: Ctx, pool: PoolRow, asked: Iterable<string>): Promise<Target> {
  const poolIds = [...new Set(asked)];
  const seen = await ctx.db
    .selectFrom('pools.pool')
    .select(['id', 'pool_code', 'carrier_account_id', 'package_id', 'cycle_day', 'state'])
    .where(sql<boolean>`id = any(${poolIds}::bigint[])`)
    .execute();
  return {
    pool,
    owners: new Set(await subtreeIds(ctx.db, pool.customer_id)),
    seen: new Map(seen.map((each): [string, PoolTerms] => [each.id, each])),
    codes: await poolCodesSeen(ctx, poolIds),
  };
}
