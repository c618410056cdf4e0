import type { Ctx } from '../../../framework/context.ts';
import { WORKER } from '../../../framework/workerHeartbeat.ts';
import { runTurn } from './runTurn.ts';
import { takeTurn } from './takeTurn.ts';
import { wakeWorkers } from './wakeWorkers.ts';

/** A job works this long and then queues itself anew, so that none grows old. */
const WORK_MS = 60_000;

/**
 * Takes turn after turn until none is due. Who finds one wakes another worker, so that lanes are worked on beside each
 * other however few were woken; the one that finds nothing ends the row.
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
