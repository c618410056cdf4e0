import type { Ctx } from '../../../framework/context.ts';
import { lastLeaseEnd } from '../store/laneStore.ts';
import { nextLane } from './nextLane.ts';
import { wakeWorkers } from './wakeWorkers.ts';

/** The job that finds lanes of dead workers; at most one waits. */
export const WATCH_LEASES = 'tasks.watchLeases';

/** Schedules a check at `at` at the latest. */
export const watchLeases = (ctx: Ctx, at: Date): Promise<void> =>
  ctx.enqueue({ name: WATCH_LEASES }, {}, { key: 'all', startAfter: at });

/**
 * Wakes a worker for due lanes, and runs again when the present leases end: a living worker renews its lease, so an expired one
 * is orphaned. The job is queued in the database, so it outlives every process.
 */
export async function lookForOrphans(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  if (await nextLane(ctx, now)) await wakeWorkers(ctx);
  const end = await lastLeaseEnd(ctx.db);
  if (end && end > now) await watchLeases(ctx, end);
}
