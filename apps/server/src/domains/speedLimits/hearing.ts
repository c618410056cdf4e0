import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { job } from '../../framework/domain.ts';
import type { NewCardEvent } from '../cards/face.ts';
import type { UseMoved } from '../metering/face.ts';
import type { RecordMoment } from '../orders/face.ts';
import { coveredAmong, runningLimits } from './judging/coveredCards.ts';
import { judgeCards } from './judging/judgeCards.ts';
import { WHY } from './speedLimitTables.ts';
import { hearCarriers } from './steering/hearCarriers.ts';
import { settleCards, settleSpeeds } from './steering/settleSpeeds.ts';
import { steerCards } from './steering/steerCards.ts';
import { writeStandings } from './steering/writeStandings.ts';

/** Each minute, and at once for cards whose packages began or whose carrier answered. */
export const settleJob = job({
  name: 'speedLimits.settle',
  payload: z.object({ cardIds: z.array(idSchema).optional() }),
  schedule: '* * * * *',
  run: (ctx, { cardIds }, signal) => (cardIds ? settleCards(ctx, cardIds) : settleSpeeds(ctx, signal)),
});

/** Judges cards whose usage changed, in the transaction of the reading, which holds their locks. */
export async function hearUses(ctx: Ctx, moved: readonly UseMoved[]): Promise<void> {
  const limits = await runningLimits(ctx);
  if (limits.length === 0) return;
  const covered = await coveredAmong(
    ctx,
    limits,
    moved.map(({ cardId }) => cardId),
  );
  if (covered.length === 0) return;
  await steerCards(ctx, await writeStandings(ctx, await judgeCards(ctx, limits, covered)));
}

/** Packages began or ended: what ends with them is lifted once that is committed. */
export async function hearRecords(ctx: Ctx, moments: readonly RecordMoment[]): Promise<void> {
  if (moments.length === 0) return;
  const cardIds = [...new Set(moments.map(({ cardId }) => cardId))];
  const open = await ctx
    .beyondScope(WHY)
    .selectFrom('speed_limits.standing')
    .select('card_id')
    .where(sql<boolean>`card_id = any(${cardIds}::bigint[])`)
    .where('step', '>', 0)
    .limit(1)
    .executeTakeFirst();
  if (open) await ctx.enqueue(settleJob, { cardIds });
}

/** Carriers answered: a card may want another speed by now. */
export async function hearEvents(ctx: Ctx, events: readonly NewCardEvent[]): Promise<void> {
  const cardIds = await hearCarriers(ctx, events);
  if (cardIds.length > 0) await ctx.enqueue(settleJob, { cardIds });
}
