import { TaskState } from '@cardinal/contract/enumerations/task.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** A task is final and nothing of it is on its way any more, told once; after a cancel too. */
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
