import { TaskState } from '@cardinal/contract/enumerations/task.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** A task waits until somebody other than its maker lets it pass. */
export const taskAwaits = domainEvent(
  'tasks.taskAwaits',
  z.object({
    taskId: idSchema,
    /** The customer of whoever made it. */
    customerId: idSchema,
    makerId: idSchema,
    makerName: z.string(),
    /** What it takes to let it pass, and the address where that is done. */
    permission: z.string(),
    path: z.string(),
  }),
);

/** A task is final and none of its items is under way; published once, also after a cancel. */
export const taskFinished = domainEvent(
  'tasks.taskFinished',
  z.object({
    taskId: idSchema,
    action: z.string(),
    customerId: idSchema,
    accountId: idSchema.nullable(),
    state: TaskState.schema,
    total: z.number().int(),
    done: z.number().int(),
    failed: z.number().int(),
    skipped: z.number().int(),
  }),
);
