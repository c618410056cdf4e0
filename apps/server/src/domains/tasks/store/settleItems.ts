import type { Ctx } from '../../../framework/context.ts';
import { type Move, moveItems, numbersOfTargets } from './itemStore.ts';
import { addProgress, stepsOf } from './progress.ts';
import type { Outcome } from './taskAction.ts';

export type Settlement = { readonly taskId: string; readonly target: string; readonly outcome: Outcome };

/**
 * Says what became of items that awaited their confirmation, as many at once as there are. What is settled already, or
 * is not known, stays as it is, so it may be told twice. Runs in the caller's transaction: call it last in it.
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
