import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { job } from '../../../framework/domain.ts';
import { tellOverdue } from '../../esim/face.ts';
import { DRIVE_JOB, driveSoon } from '../operations/driveSchedule.ts';
import { accountsWithDue } from '../operations/operationStore.ts';
import { considerDue } from '../strategy/considerDue.ts';
import { driveOperations } from './driveOperations.ts';

const driveJob = job({
  name: DRIVE_JOB,
  payload: z.object({ carrierAccountId: idSchema }),
  keyed: 'waiting',
  concurrency: 4,
  run: (ctx, { carrierAccountId }, signal) => driveOperations(ctx, carrierAccountId, signal),
});

/** Finds due operations that nobody has claimed: after a crash, a lost job or a long pause. */
const sweepJob = job({
  name: 'esim.sweep',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _, signal) => {
    for (const accountId of await accountsWithDue(ctx)) await driveSoon(ctx, accountId);
    await considerDue(ctx);
    await tellOverdue(ctx, signal);
  },
});

export const operationJobs = [driveJob, sweepJob];
