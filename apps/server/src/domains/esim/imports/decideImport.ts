import type { chipImports } from '@cardinal/contract/api/esim/imports.ts';
import { esimImportNotFound, esimImportNotWaiting } from '@cardinal/contract/api/esim/refusals.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { startTask } from '../../tasks/face.ts';
import { CONTENTS } from './contents.ts';
import { type BatchChange, changeBatch, dropRows, lockBatch } from './importStore.ts';
import type { EsimImportBatch, EsimImportContent } from './importTables.ts';

/** The batch, held, in a state in which this step may be taken. */
async function batchIn(
  ctx: Ctx,
  content: EsimImportContent,
  id: string,
  states: readonly EsimImportBatch['state'][],
): Promise<EsimImportBatch> {
  const batch = await lockBatch(ctx.db, id);
  if (batch?.content !== content) throw new Refused(esimImportNotFound);
  if (!states.includes(batch.state)) throw new Refused(esimImportNotWaiting);
  return batch;
}

async function step(ctx: Ctx, batch: EsimImportBatch, change: BatchChange): Promise<void> {
  await changeBatch(ctx, batch, change);
  ctx.note({
    objectKind: 'esimImport',
    objectId: batch.id,
    before: { state: batch.state },
    after: { state: change.state, choice: change.choice },
    summary: batch.file_name,
  });
}

/** Starts what the check has shown, or ends a batch that has nothing to bring. */
export async function decideImport(
  ctx: Ctx,
  content: EsimImportContent,
  { esimBatchId: batchId, choice }: BodyOf<typeof chipImports.decide>,
): Promise<AnswerOf<typeof chipImports.decide>> {
  const batch = await batchIn(ctx, content, batchId, ['waiting']);
  // What is being held against the SM-DP+ is decided on when that is known.
  if (batch.verify_task_id !== null && batch.verified_at === null) throw new Refused(esimImportNotWaiting);
  const expected = choice === 'all' ? batch.good : batch.good - batch.warned;
  if (expected === 0) {
    await step(ctx, batch, { state: 'done', choice, finished_at: ctx.clock.now() });
    return { taskId: null };
  }
  const { noun } = CONTENTS[content];
  const { taskId } = await startTask(ctx, {
    action: 'import_esim',
    title: text(`导入${noun.zh} ${batch.file_name}`, `Import ${noun.en} ${batch.file_name}`),
    parameters: { batchId, step: 'write' },
    expected,
  });
  await step(ctx, batch, { state: 'running', choice, task_id: taskId, progress: 0 });
  return { taskId };
}

/** Before anything is written; the file goes with the next look of whoever reads it. */
export async function cancelImport(ctx: Ctx, content: EsimImportContent, batchId: string): Promise<typeof DONE> {
  const batch = await batchIn(ctx, content, batchId, ['checking', 'waiting']);
  if (batch.reading_id) await dropRows(ctx.db, batch.reading_id);
  await step(ctx, batch, { state: 'cancelled', reading_id: null, finished_at: ctx.clock.now() });
  return DONE;
}

/** Starts taking back what nobody has touched since. */
export async function undoImport(
  ctx: Ctx,
  content: EsimImportContent,
  batchId: string,
): Promise<AnswerOf<typeof chipImports.undo>> {
  const batch = await batchIn(ctx, content, batchId, ['done', 'cancelled', 'failed']);
  if (batch.imported === 0) throw new Refused(esimImportNotWaiting);
  const { noun } = CONTENTS[content];
  const { taskId } = await startTask(ctx, {
    action: 'import_esim',
    title: text(`撤销导入${noun.zh} ${batch.file_name}`, `Undo the import of ${noun.en} ${batch.file_name}`),
    parameters: { batchId, step: 'undo' },
    expected: batch.imported - batch.removed,
  });
  await step(ctx, batch, { state: 'undoing', undo_task_id: taskId, kept: 0 });
  return { taskId };
}
