import { DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import type { Selectable, Updateable } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { startTask } from '../tasks/face.ts';
import { waitingFiles } from './batchFiles.ts';
import { changeBatch, dropRows, lockBatch } from './batchStore.ts';
import type { Batch, BatchState, BatchTable } from './batchTables.ts';
import type { ImportKind } from './importKind.ts';

/** The batch, locked, in a state that permits this step. */
export async function batchIn<T extends BatchTable>(
  ctx: Ctx,
  kind: ImportKind<T>,
  id: string,
  states: readonly BatchState[],
): Promise<Selectable<T>> {
  const batch = await lockBatch(ctx.db, kind, id);
  if (!batch) throw new Refused(kind.notFound);
  if (!states.includes((batch as unknown as Batch).state)) throw new Refused(kind.notWaiting);
  return batch;
}

async function step(ctx: Ctx, kind: ImportKind, batch: Batch, change: Updateable<BatchTable>): Promise<void> {
  await changeBatch(ctx, kind, batch, change);
  ctx.note({
    objectKind: kind.objectKind,
    objectId: batch.id,
    before: { state: batch.state },
    after: { ...change, finished_at: undefined },
    summary: batch.file_name,
  });
}

/** Starts writing `expected` rows of a waiting batch, or ends one that has nothing to import. */
export async function startWriting(
  ctx: Ctx,
  kind: ImportKind,
  batch: Batch,
  { choice, expected }: { choice: string; expected: number },
): Promise<{ taskId: string | null }> {
  if (expected === 0) {
    await step(ctx, kind, batch, { state: 'done', choice, finished_at: ctx.clock.now() });
    return { taskId: null };
  }
  const { taskId } = await startTask(ctx, {
    action: kind.action as ActionCode,
    // The task of an automatic import belongs to the batch's customer.
    customerId: ctx.actor.kind === 'system' ? batch.customer_id : undefined,
    title: kind.titles(batch).write,
    parameters: { batchId: batch.id, step: 'write' },
    expected,
  });
  await step(ctx, kind, batch, { state: 'running', choice, task_id: taskId, progress: 0 });
  return { taskId };
}

/** Possible before anything is written. A reader notices and stops. */
export async function cancelBatch(ctx: Ctx, kind: ImportKind, batchId: string): Promise<typeof DONE> {
  const batch = await batchIn(ctx, kind, batchId, ['checking', 'waiting']);
  if (batch.reading_id) await dropRows(ctx.db, kind, batch.reading_id);
  await waitingFiles(kind.folder).remove(ctx, batch);
  await step(ctx, kind, batch, { state: 'cancelled', reading_id: null, finished_at: ctx.clock.now() });
  return DONE;
}

/** Starts undoing a batch, limited to what is still unused. */
export async function startUndo(ctx: Ctx, kind: ImportKind, batchId: string): Promise<{ taskId: string }> {
  const batch = await batchIn(ctx, kind, batchId, ['done', 'cancelled', 'failed']);
  if (batch.imported === 0) throw new Refused(kind.notWaiting);
  const { taskId } = await startTask(ctx, {
    action: kind.action as ActionCode,
    title: kind.titles(batch).undo,
    parameters: { batchId, step: 'undo' },
    expected: batch.imported - batch.removed,
  });
  await step(ctx, kind, batch, { state: 'undoing', undo_task_id: taskId, undone_to: '0', kept: 0 });
  return { taskId };
}
