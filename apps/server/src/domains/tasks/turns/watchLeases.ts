import type { Ctx } from '../../../framework/context.ts';
import { lastLeaseEnd } from '../store/laneStore.ts';
import { nextLane } from './nextLane.ts';
import { wakeWorkers } from './wakeWorkers.ts';

/** The job that looks for lanes whose worker died; at most one waits. */
export const WATCH_LEASES = 'tasks.watchLeases';

/** Somebody looks at `at`, or before. */
export const watchLeases = (ctx: Ctx, at: Date): Promise<void> =>
  ctx.enqueue({ name: WATCH_LEASES }, {}, { key: 'all', startAfter: at });

/**
 * Wakes a worker for what is due, and comes back when the leases of now end: a lease is kept as long as its worker lives, so
 * one that is over then is an orphan's. It stands in the queue, so it outlives every process.
 */
export async function lookForOrphans(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  if (await nextLane(ctx, now)) await wakeWorkers(ctx);
  const end = await lastLeaseEnd(ctx.db);
  if (end && end > now) await watchLeases(ctx, end);
}
