import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import { type Reaction, reaction } from '../../framework/domain.ts';
import { taskFinished } from '../tasks/events.ts';
import type { WholeWork } from '../tasks/face.ts';
import { batchesOf, changeBatch, dropRows, lent, lockBatch } from './batchStore.ts';
import type { Batch } from './batchTables.ts';
import type { ImportKind, RemovedPart } from './importKind.ts';

/** Writes the good rows of a batch. After a kill it continues behind the last committed row. */
export async function writeInParts(ctx: Ctx, kind: ImportKind, work: WholeWork, batchId: string): Promise<void> {
  while (await ctx.transact((inside) => writePart(inside, kind, work, batchId))) work.signal.throwIfAborted();
}

/** One part in one transaction: the rows, the position and the task's counters. False: none was left. */
async function writePart(ctx: Ctx, kind: ImportKind, work: WholeWork, batchId: string): Promise<boolean> {
  const batch = await lockBatch(ctx.db, kind, batchId);
  if (batch?.state !== 'running' || !batch.reading_id) return false;
  const part = await kind.write?.(ctx, batch, batch.reading_id, work.task);
  if (!part) {
    await finishBatch(ctx, kind, batch, batch.reading_id);
    return false;
  }
  const overtaken = part.bad + part.already;
  await changeBatch(ctx, kind, batch, {
    written_to: part.to,
    imported: batch.imported + part.written,
    progress: batch.progress + part.written,
    good: batch.good - overtaken,
    bad: batch.bad + part.bad,
    already: batch.already + part.already,
  });
  await work.advance(ctx, { done: part.written, failed: overtaken });
  return true;
}

/** Everything is written: only the wrong rows are kept. */
export async function finishBatch(ctx: Ctx, kind: ImportKind, batch: Batch, readingId: string): Promise<void> {
  await dropRows(ctx.db, kind, readingId, true);
  const own = await kind.written?.(ctx, batch);
  await changeBatch(ctx, kind, batch, { ...own, state: 'done', finished_at: ctx.clock.now() });
}

/** Undoes a batch in parts; anything used since is kept. */
export async function takeBackInParts(ctx: Ctx, kind: ImportKind, work: WholeWork, batchId: string): Promise<void> {
  while (await ctx.transact((inside) => takeBackPart(inside, kind, work, batchId))) work.signal.throwIfAborted();
}

const NOTHING: RemovedPart = { last: null, seen: 0, removed: 0 };

async function takeBackPart(ctx: Ctx, kind: ImportKind, work: WholeWork, batchId: string): Promise<boolean> {
  const batch = await lockBatch(ctx.db, kind, batchId);
  if (batch?.state !== 'undoing') return false;
  const { last, seen, removed } = (await kind.remove?.(ctx, batch, work.task)) ?? NOTHING;
  if (last === null) {
    await changeBatch(ctx, kind, batch, { state: 'undone', finished_at: ctx.clock.now() });
    return false;
  }
  const kept = seen - removed;
  await changeBatch(ctx, kind, batch, {
    undone_to: last,
    removed: batch.removed + removed,
    kept: batch.kept + kept,
  });
  await work.advance(ctx, { done: removed, skipped: kept });
  return true;
}

const OUR_FAULT = text('系统出错，导入未完成', 'System error: the import did not finish');

/** A batch ends with its cancelled or failed task; what was written stays and can be undone. */
export const endOfTask = (kind: ImportKind): Reaction =>
  reaction(taskFinished, `${kind.schema}.endImport`, async (ctx, { taskId, action, state }) => {
    if (action !== kind.action) return;
    await ctx.transact(async (inside) => {
      const found = await lent(inside.db)
        .selectFrom(batchesOf(kind))
        .select('id')
        .where((on) => on.or([on('task_id', '=', taskId), on('undo_task_id', '=', taskId)]))
        .executeTakeFirst();
      const batch = found && (await lockBatch(inside.db, kind, found.id));
      if (!batch) return;
      const isUndo = batch.undo_task_id === taskId;
      if (batch.state !== (isUndo ? 'undoing' : 'running')) return;
      const isFailed = state === 'failed';
      await changeBatch(inside, kind, batch, {
        state: isUndo ? 'done' : isFailed ? 'failed' : 'cancelled',
        ...(isFailed && { failure_zh: OUR_FAULT.zh, failure_en: OUR_FAULT.en }),
        finished_at: inside.clock.now(),
      });
    });
  });
