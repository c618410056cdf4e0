import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { schedulesSchema } from '../../carrierSchedules.ts';
import { change } from '../../framework/endpoint.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { unknownAdapter } from './carriers.ts';

const refusal = refusalsOf('carriers');

export const readingNotOffered = refusal.invalid(
  607,
  'readingNotOffered',
  '该接口不支持此项读取',
  'The interface does not support this reading',
);

/** The default schedules of new accounts of one interface; existing accounts keep theirs. */
export const setNewSchedules = change({
  name: 'platformSettings.schedules',
  summary: text('设置新通道的同步周期', 'Set sync schedules of new accounts'),
  permission: 'platformSet.edit',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    /** Of the platform settings they were read from. */
    version: z.int(),
    adapter: z.string().min(1).max(40),
    /** null: back to the interface's defaults. */
    schedules: schedulesSchema.nullable(),
  }),
  answer: z.object({ version: z.int() }),
  refusals: [changedByAnother, unknownAdapter, readingNotOffered],
  example: {
    body: {
      version: 1,
      adapter: 'jasper',
      schedules: { status: 300, usage: 3_600, session: 0, realName: 0, pools: 0 },
    },
  },
});
