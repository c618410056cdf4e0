import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { job } from '../../../framework/domain.ts';
import { accountsWithDue } from '../commands/commandStore.ts';
import { CONFIRM_JOB, confirmSoon } from '../commands/confirmSchedule.ts';
import { confirmCommands } from './confirmCommands.ts';

/** Follows up one account's open commands until all are confirmed or the next check is far off. */
export const confirmJob = job({
  name: CONFIRM_JOB,
  payload: z.object({ carrierAccountId: idSchema }),
  keyed: 'waiting',
  concurrency: 6,
  run: (ctx, { carrierAccountId }, signal) => confirmCommands(ctx, carrierAccountId, signal),
});

/** Finds commands that are due but have no job: after a crash, a lost job or a long pause. */
export const confirmSweepJob = job({
  name: 'cards.confirmSweep',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx) => {
    for (const id of await accountsWithDue(ctx.db, ctx.clock.now())) await confirmSoon(ctx, id);
  },
});
