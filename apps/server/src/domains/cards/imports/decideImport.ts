import { importHasWrongRows, importNotFound, importNotWaiting } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type {
  decideImport as decideEndpoint,
  undoImport as undoEndpoint,
} from '@cardinal/contract/api/cards/imports.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { startTask } from '../../tasks/face.ts';
import { changeBatch, dropRows, lockBatch, tellImport } from './importStore.ts';
import type { ImportBatch, ImportBatchState } from './importTables.ts';

/** The batch, held, in a state in which this step may be taken. */
async function batchIn(ctx: Ctx, id: string, states: readonly ImportBatchState[]): Promise<ImportBatch> {
  const batch = await lockBatch(ctx.db, id);
  if (!batch) throw new Refused(importNotFound);
  if (!states.includes(batch.state)) throw new Refused(importNotWaiting);
  return batch;
}

async function change(
  ctx: Ctx,
  batch: ImportBatch,
  changed: Partial<Omit<ImportBatch, 'id' | 'titles'>>,
): Promise<void> {
  await changeBatch(ctx.db, batch.id, changed);
  await tellImport(ctx, { ...batch, ...changed });
  ctx.note({
    objectKind: 'importBatch',
    objectId: batch.id,
    before: { state: batch.state },
    after: { ...changed, finished_at: undefined },
    summary: batch.file_name,
  });
}

/** Starts what was shown by the check, or ends a batch that has nothing to bring. */
export async function decideImport(
  ctx: Ctx,
  { batchId, choice }: BodyOf<typeof decideEndpoint>,
): Promise<AnswerOf<typeof decideEndpoint>> {
  const batch = await batchIn(ctx, batchId, ['waiting']);
  const wrong = batch.bad + batch.already;
  if (choice === 'allOrNothing' && wrong > 0) throw new Refused(importHasWrongRows, { count: wrong });
  if (batch.good === 0) {
    await change(ctx, batch, { state: 'done', choice, finished_at: ctx.clock.now() });
    return { taskId: null };
  }
  const { taskId } = await startTask(ctx, {
    action: 'import_card',
    title: text(`导入卡 ${batch.file_name}`, `Import cards ${batch.file_name}`),
    parameters: { batchId, step: 'write' },
    expected: batch.good,
  });
  await change(ctx, batch, { state: 'running', choice, task_id: taskId, progress: 0 });
  return { taskId };
}

/** Before anything is written; the file goes with the next look of whoever reads it. */
export async function cancelImport(ctx: Ctx, batchId: string): Promise<typeof DONE> {
  const batch = await batchIn(ctx, batchId, ['checking', 'waiting']);
  if (batch.reading_id) await dropRows(ctx.db, batch.reading_id);
  await change(ctx, batch, { state: 'cancelled', finished_at: ctx.clock.now() });
  return DONE;
}

/** Starts taking back the cards of a batch that nobody has used since. */
export async function undoImport(
  ctx: Ctx,
  { batchId }: BodyOf<typeof undoEndpoint>,
): Promise<AnswerOf<typeof undoEndpoint>> {
  const batch = await batchIn(ctx, batchId, ['done', 'cancelled', 'failed']);
  if (batch.imported === 0) throw new Refused(importNotWaiting);
  const { taskId } = await startTask(ctx, {
    action: 'import_card',
    title: text(`撤销导入 ${batch.file_name}`, `Undo the import of ${batch.file_name}`),
    parameters: { batchId, step: 'undo' },
    expected: batch.imported - batch.removed,
  });
  await change(ctx, batch, { state: 'undoing', undo_task_id: taskId, undone_to: '0', kept: 0 });
  return { taskId };
}
