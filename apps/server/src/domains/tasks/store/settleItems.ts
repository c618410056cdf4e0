import type { Ctx } from '../../../framework/context.ts';
import { type Move, moveItems, numbersOfTargets } from './itemStore.ts';
import { addProgress, stepsOf } from './progress.ts';
import type { Outcome } from './taskAction.ts';

export type Settlement = { readonly taskId: string; readonly target: string; readonly outcome: Outcome };

/**
 * Sets the outcome of items that waited for confirmation, in bulk. Finished or unknown items are not changed, so a repetition
 * is harmless. Runs in the caller's transaction and must be its last call.
 */
export async function settleItems(ctx: Ctx, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return;
  const db = ctx.beyondScope('confirmations come from carriers and concern everybody’s items');
  const latest = new Map(settlements.map((each) => [`${each.taskId} ${each.target}`, each]));
  const numbers = await numbersOfTargets(db, [...latest.values()]);
  const moves = numbers.flatMap<Move>(({ taskId, target, seq }) => {
    const found = latest.get(`${taskId} ${target}`);
    return found ? [{ taskId, seq, outcome: found.outcome }] : [];
  });
  await addProgress(ctx, stepsOf(await moveItems(db, moves, ctx.clock.now())));
}
