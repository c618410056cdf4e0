import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { LimitUse } from '../control/face.ts';

const KIND = text('限速', 'speed limit');

/** Where speed limits refer to limit strategies. */
export async function limitUsesHere(ctx: Ctx, ids: readonly string[]): Promise<readonly LimitUse[]> {
  const rows = await ctx.db
    .selectFrom('speed_limits.speed_limit')
    .select(['limit_strategy_id', 'name'])
    .where(sql<boolean>`limit_strategy_id = any(${[...ids]}::bigint[])`)
    .where('state', '<>', 'off')
    .orderBy('name')
    .execute();
  return rows.flatMap(({ limit_strategy_id: strategyId, name }) =>
    strategyId === null ? [] : [{ strategyId, kind: KIND, name }],
  );
}
