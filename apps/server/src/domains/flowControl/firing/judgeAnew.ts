import type { Ctx } from '../../../framework/context.ts';
import { lockCards } from '../../cards/face.ts';
import { runningFlows } from '../../control/face.ts';
import { WHY } from '../firingTable.ts';
import { reachedOn } from '../judging/governedCards.ts';
import { fireOn } from './fireOn.ts';

/** Judges cards that come to a threshold without a reading: by a package that ended, or by what others drew of their pool. */
export async function judgeAnew(ctx: Ctx, cardIds: readonly string[]): Promise<void> {
  const strategies = await runningFlows(ctx);
  if (strategies.length === 0) return;
  const locked = await lockCards(ctx.beyondScope(WHY), cardIds);
  const reached = await reachedOn(
    ctx,
    strategies,
    locked.map(({ id }) => id),
  );
  await fireOn(ctx, reached);
}
