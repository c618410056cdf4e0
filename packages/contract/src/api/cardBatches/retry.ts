import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema } from '../../framework/endpoint.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { nothingRefused, refusedNotRepeated, refusedOfManyTasks, selectCardFirst } from '../cards/cardRefusals.ts';
import { nothingToRetry } from '../tasks/tasks.ts';
import { listQuerySchema, previewSchema } from './selection.ts';

const retryPreviewsSchema = z.object({
  previews: z.array(
    previewSchema.extend({
      taskId: idSchema,
      taskNo: z.string(),
      /** The carrier's refusals, most frequent first. */
      refusedWith: z.array(z.object({ words: z.string(), count: z.number().int() })),
    }),
  ),
  /** The number of chosen tasks that cannot be repeated. */
  notRepeated: z.number().int(),
});

/**
 * The previews of retrying the refused items of the chosen lines, one per task: its action and parameters on the current cards.
 * Each is started with `cardActions.start` and also needs the action's own permission. Tasks that cannot be repeated (undo,
 * system tasks) are omitted and counted.
 */
export const retryRefused = change({
  name: 'cardEvents.previewRetry',
  summary: text('重跑被拒绝的操作', 'Re-run refused operations'),
  permission: 'cardOpHistory.retry',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({
    source: z.discriminatedUnion('kind', [
      /** Selected lines, each with its time; a collapsed one includes all of its lines. */
      z.strictObject({
        kind: z.literal('lines'),
        lines: z
          .array(
            z.strictObject({ id: idSchema, at: z.iso.datetime({ offset: true }), isFolded: z.boolean().optional() }),
          )
          .min(1)
          .max(1_000),
      }),
      /** The list's current query, as in its URL. */
      z.strictObject({ kind: z.literal('filter'), query: listQuerySchema }),
    ]),
  }),
  answer: retryPreviewsSchema,
  refusals: [nothingRefused, refusedOfManyTasks, refusedNotRepeated, selectCardFirst],
  example: { body: { source: { kind: 'filter', query: { result: ['refused'], source: ['console'] } } } },
});

/**
 * The preview of retrying a finished task's failed items: the same action and parameters on the current cards. It is started
 * with `cardActions.start` and also needs the action's own permission.
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
