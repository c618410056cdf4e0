import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema } from '../../framework/endpoint.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/catalogue.ts';
import { nothingRefused, refusedNotRepeated, refusedOfManyTasks, selectCardFirst } from '../cards/cardRefusals.ts';
import { nothingToRetry } from '../tasks/tasks.ts';
import { listQuerySchema, previewSchema } from './selection.ts';

const retryPreviewsSchema = z.object({
  previews: z.array(
    previewSchema.extend({
      taskId: idSchema,
      taskNo: z.string(),
      /** What the carrier said then, most frequent first. */
      refusedWith: z.array(z.object({ words: z.string(), count: z.number().int() })),
    }),
  ),
  /** Tasks among the chosen lines that nobody repeats. */
  notRepeated: z.number().int(),
});

/**
 * The previews of asking again what was refused of the chosen lines, one for each task they belong to: its action and
 * parameters, on the cards as they are now. Each is started with `cardActions.start`; the action's own permission is
 * needed too. What nobody repeats (an undo, what the system asked) is left out and counted.
 */
export const retryRefused = change({
  name: 'cardEvents.previewRetry',
  summary: text('重跑被拒绝的操作', 'Re-run refused operations'),
  permission: 'cardOpHistory.retry',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({
    source: z.discriminatedUnion('kind', [
      /** Picked lines, each with its time; a folded one means all it stands for. */
      z.strictObject({
        kind: z.literal('lines'),
        lines: z
          .array(
            z.strictObject({ id: idSchema, at: z.iso.datetime({ offset: true }), isFolded: z.boolean().optional() }),
          )
          .min(1)
          .max(1_000),
      }),
      /** The list's current query, as it stands in its URL. */
      z.strictObject({ kind: z.literal('filter'), query: listQuerySchema }),
    ]),
  }),
  answer: retryPreviewsSchema,
  refusals: [nothingRefused, refusedOfManyTasks, refusedNotRepeated, selectCardFirst],
  example: { body: { source: { kind: 'filter', query: { result: ['refused'], source: ['console'] } } } },
});

/**
 * The preview of asking again what failed of a finished task: the same action and parameters, on those cards as they are
 * now. It is started with `cardActions.start`; the action's own permission is needed too.
 */
export const previewTaskRetry = change({
  name: 'cardActions.previewRetry',
  summary: text('重试任务失败项的预检', 'Preview retry of failed items'),
  permission: key('systemTask.retry'),
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({ taskId: idSchema }),
  answer: retryPreviewsSchema,
  refusals: [notFound, nothingToRetry, refusedNotRepeated, selectCardFirst],
  example: { body: { taskId: '5002' } },
});
