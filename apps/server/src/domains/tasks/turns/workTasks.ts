import type { Ctx } from '../../../framework/context.ts';
import { WORKER } from '../../../framework/workerHeartbeat.ts';
import { runTurn } from './runTurn.ts';
import { takeTurn } from './takeTurn.ts';
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
    const turn = await takeTurn(ctx, WORKER);
    if (!turn) return;
    if (isFirst) await wakeWorkers(ctx);
    await runTurn(ctx, turn, stopping);
  }
  await wakeWorkers(ctx);
}
