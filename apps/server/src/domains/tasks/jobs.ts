import * as z from 'zod';
import { job } from '../../framework/domain.ts';
import { SWEEP_DOWNLOADS, sweepDownloads } from './downloads/removeDownloads.ts';
import { nextLane } from './turns/nextLane.ts';
import { WORK_TASKS, wakeWorkers } from './turns/wakeWorkers.ts';
import { workTasks } from './turns/workTasks.ts';

const nothing = z.object({});

export const jobs = [
  job({
    name: WORK_TASKS,
    payload: nothing,
    concurrency: 4,
    // Leases keep two workers apart, so a job that is given away while it still runs does no harm.
    expireSeconds: 6 * 3_600,
    run: (ctx, _payload, signal) => workTasks(ctx, signal),
  }),
  /** Whatever a lost wake-up or a dead worker has left lying is found within a minute. */
  job({
    name: 'tasks.look',
    payload: nothing,
    schedule: '* * * * *',
    run: async (ctx) => {
      if (await nextLane(ctx.db, ctx.clock.now())) await wakeWorkers(ctx);
    },
  }),
  job({
    name: SWEEP_DOWNLOADS,
    payload: nothing,
    schedule: '17 * * * *',
    run: (ctx) => sweepDownloads(ctx),
  }),
];
