import type { Ctx } from '../../../framework/context.ts';
import { liftEnded } from './liftEnded.ts';
import { endCancelled, noteLimitResults, noteStopResults, settleCutOffs } from './noteResults.ts';

/** Ends what is over, and writes down what carriers and people made of the rest. */
export async function settleFlows(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  await liftEnded(ctx, undefined, signal);
  await endCancelled(ctx);
  await noteStopResults(ctx);
  await noteLimitResults(ctx);
  await settleCutOffs(ctx, signal);
}
