import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { runningFlows } from '../../control/face.ts';
import type { UseMoved } from '../../metering/face.ts';
import type { RecordMoment } from '../../orders/face.ts';
import { WHY } from '../firingTable.ts';
import { reachedOn } from '../judging/governedCards.ts';
import { fireOn } from './fireOn.ts';
import { judgeAnew } from './judgeAnew.ts';
import { liftEnded } from './liftEnded.ts';
import { settleFlows } from './settleFlows.ts';

/** Judges cards whose usage changed, in the transaction of the reading, which holds their locks. */
export async function hearUses(ctx: Ctx, moved: readonly UseMoved[]): Promise<void> {
  const strategies = await runningFlows(ctx);
  if (strategies.length === 0) return;
  const cardIds = moved.map(({ cardId }) => cardId);
  const changed = moved.flatMap(({ records }) => records.map(({ usageId }) => usageId));
  await fireOn(ctx, await reachedOn(ctx, strategies, cardIds, changed));
}

/** Each minute, and at once for cards whose packages began or ended. */
export const settleJob = job({
  name: 'flowControl.settle',
  payload: z.object({ cardIds: z.array(idSchema).optional() }),
  schedule: '* * * * *',
  run: async (ctx, { cardIds }, signal) => {
    if (!cardIds) return settleFlows(ctx, signal);
    await ctx.transact((inside) => judgeAnew(inside, cardIds));
    await liftEnded(ctx, cardIds, signal);
  },
});

/** Packages began or ended: their cards are judged, and what is over is lifted, once that is committed. */
export async function hearRecords(ctx: Ctx, moments: readonly RecordMoment[]): Promise<void> {
  if (moments.length === 0) return;
  const cardIds = [...new Set(moments.map(({ cardId }) => cardId))];
  const open = await ctx
    .beyondScope(WHY)
    .selectFrom('flow_control.firing')
    .select('id')
    .where(sql<boolean>`card_id = any(${cardIds}::bigint[])`)
    .where('state', 'in', ['waiting', 'confirmed'])
    .limit(1)
    .executeTakeFirst();
  if (open || (await runningFlows(ctx)).length > 0) await ctx.enqueue(settleJob, { cardIds });
}
