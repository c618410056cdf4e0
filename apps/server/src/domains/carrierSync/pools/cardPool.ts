import type { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import type { CardRow } from '../../cards/face.ts';
import { isNearOverage } from '../slots/pollSlotRules.ts';

type CardPool = AnswerOf<typeof readCard>['carrier']['pool'];

/** The carrier pool of a card; null if not reported, or if the caller may not see carrier accounts. */
export async function cardPool(ctx: Ctx, card: CardRow): Promise<CardPool> {
  if (!holds(ctx.actor, 'platformConfig.view')) return null;
  const pool = await ctx.db
    .selectFrom('carrier_sync.card_pool as m')
    .innerJoin('carriers.v_pool as p', (join) =>
      join.onRef('p.account_id', '=', 'm.carrier_account_id').onRef('p.pool_id', '=', 'm.pool_id'),
    )
    .select(['p.name', 'p.used_bytes', 'p.total_bytes', 'p.read_at'])
    .where('m.card_id', '=', card.id)
    .where('m.carrier_account_id', '=', card.carrier_account_id)
    .where('p.gone_at', 'is', null)
    .executeTakeFirst();
  return pool
    ? {
        name: pool.name,
        usedBytes: pool.used_bytes,
        totalBytes: pool.total_bytes,
        isNear: isNearOverage(
          { used: pool.used_bytes, total: pool.total_bytes, readAt: pool.read_at },
          ctx.clock.now(),
        ),
        readAt: pool.read_at?.toISOString() ?? null,
      }
    : null;
}
