import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { job } from '../../../framework/domain.ts';
import { CONFIRM_CHANGES, confirmChangesAt } from './changeSchedule.ts';
import { accountsWithDueChanges } from './changeStore.ts';
import { confirmChanges } from './confirmChanges.ts';

/** Checks one account's open changes that are due. */
export const confirmChangesJob = job({
  name: CONFIRM_CHANGES,
  payload: z.object({ carrierAccountId: idSchema }),
  keyed: 'waiting',
  concurrency: 2,
  run: (ctx, { carrierAccountId }, signal) => confirmChanges(ctx, carrierAccountId, signal),
});

/** Finds changes that are due but have no job. */
export const confirmChangesSweep = job({
  name: 'cards.confirmChangesSweep',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx) => {
    for (const id of await accountsWithDueChanges(ctx)) await confirmChangesAt(ctx, id);
  },
});
