import * as z from 'zod';
import { job } from '../../framework/domain.ts';
import { SWEEP_DOWNLOADS, sweepDownloads } from './downloads/removeDownloads.ts';
import { WORK_TASKS } from './leases/wakeWorkers.ts';
import { lookForOrphans, WATCH_LEASES } from './leases/watchLeases.ts';
import { workTasks } from './leases/workTasks.ts';

const nothing = z.object({});

export const jobs = [
  job({
    name: WORK_TASKS,
    payload: nothing,
    concurrency: 4,
    // Leases keep two workers apart, so it does no harm if a job is reassigned while it still runs.
    expireSeconds: 6 * 3_600,
    run: (ctx, _payload, signal) => workTasks(ctx, signal),
  }),
  job({ name: WATCH_LEASES, payload: nothing, keyed: 'waiting', run: lookForOrphans }),
  /** Work left by a lost wake-up is found within a minute. */
  job({ name: 'tasks.look', payload: nothing, schedule: '* * * * *', run: lookForOrphans }),
  job({
    name: SWEEP_DOWNLOADS,
    payload: nothing,
    schedule: '17 * * * *',
    run: (ctx) => sweepDownloads(ctx),
  }),
];
