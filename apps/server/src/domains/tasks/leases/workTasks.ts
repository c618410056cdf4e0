import type { Ctx } from '../../../framework/context.ts';
import { WORKER } from '../../../framework/workerHeartbeat.ts';
import { leaseBatch } from './leaseBatch.ts';
import { runLeasedBatch } from './runBatch.ts';
import { wakeWorkers } from './wakeWorkers.ts';

/** A job works this long and then queues a successor, so that no job gets old. */
const WORK_MS = 60_000;

/**
 * Processes batches until none is due. A worker that finds one wakes another, so that lanes are processed in parallel however
 * few workers were woken; the one that finds none ends the chain.
 */
export async function workTasks(ctx: Ctx, stopping: AbortSignal): Promise<void> {
  const end = performance.now() + WORK_MS;
  for (let isFirst = true; !stopping.aborted && performance.now() < end; isFirst = false) {
    const batch = await leaseBatch(ctx, WORKER);
    if (!batch) return;
    if (isFirst) await wakeWorkers(ctx);
    await runLeasedBatch(ctx, batch, stopping);
  }
  await wakeWorkers(ctx);
}
