import type { previewTaskRetry as endpoint } from '@cardinal/contract/api/cardBatches/retry.ts';
import { refusedNotRepeated } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { nothingToRetry } from '@cardinal/contract/api/tasks/tasks.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { cardDataset } from '../../cards/face.ts';
import { taskToRepeat } from '../../tasks/face.ts';
import { isRepeatable, previewAgain } from './retryRefused.ts';

const MOST_WORDS = 5;

/**
 * Freezes a batch that repeats the failed items of a finished task, each card judged in its current state. The task is read
 * through the caller's scope, so its failed items are the caller's too.
 */
export async function retryFailed(ctx: Ctx, taskId: string): Promise<AnswerOf<typeof endpoint>> {
  const task = await taskToRepeat(ctx, taskId);
  if (!task) throw new Refused(notFound);
  if (!isRepeatable(task)) throw new Refused(refusedNotRepeated);
  const refusedWith = await wordsOf(ctx, taskId);
  if (refusedWith.length === 0) throw new Refused(nothingToRetry);
  const failed = sql`from tasks.v_failed_item f where f.task_id = ${taskId}::bigint`;
  const preview = await previewAgain(ctx, task, {
    source: { kind: 'retry', taskId, taskNo: task.taskNo, customerId: task.customerId },
    cards: cardDataset.from(ctx, {}).where(sql<boolean>`c.id in (select f.target_id ${failed})`),
    rows: sql`select f.target as value, f.seq ${failed}`,
  });
  return { previews: [{ ...preview, taskId, taskNo: task.taskNo, refusedWith }], notRepeated: 0 };
}

/** The failure reasons, most frequent first. */
async function wordsOf(ctx: Ctx, taskId: string): Promise<{ words: string; count: number }[]> {
  const rows = await ctx.db
    .selectFrom('tasks.v_failed_item')
    .select(['words_zh', 'words_en', sql<number>`count(*)::int`.as('count')])
    .where('task_id', '=', taskId)
    .groupBy(['words_zh', 'words_en'])
    .orderBy('count', 'desc')
    .limit(MOST_WORDS)
    .execute();
  return rows.map((row) => ({
    words: say(text(row.words_zh ?? '', row.words_en ?? row.words_zh ?? ''), ctx.language),
    count: row.count,
  }));
}
