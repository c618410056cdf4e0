import { text } from '@cardinal/primitives/text.ts';
import { type Reaction, reaction } from '../../../framework/domain.ts';
import { taskFinished } from '../../tasks/events.ts';
import { wholeAction } from '../../tasks/face.ts';
import { changeBatch, lockBatch, tellImport } from './importStore.ts';
import { runImport } from './runImport.ts';
import { undoImport } from './undoImport.ts';

/** Writes a checked batch, or takes one back. Started by the import screen only. */
export const importAction = wholeAction({
  action: 'import_card',
  permissions: [],
  run: async (ctx, work) => {
    const { batchId, step } = work.task.parameters;
    if (step === 'undo') await undoImport(ctx, work, String(batchId));
    else await runImport(ctx, work, String(batchId));
  },
});

const OUR_FAULT = text('系统出错，导入未完成', 'An error of ours; the import was not finished');

/** A batch whose task was cancelled or given up does not run any more; what was written stays and can be undone. */
export const importReactions: readonly Reaction[] = [
  reaction(taskFinished, 'cards.endImport', async (ctx, { taskId, action, state }) => {
    if (action !== 'import_card') return;
    await ctx.transact(async (inside) => {
      const found = await inside.db
        .selectFrom('cards.import_batch')
        .select('id')
        .where((on) => on.or([on('task_id', '=', taskId), on('undo_task_id', '=', taskId)]))
        .executeTakeFirst();
      const batch = found && (await lockBatch(inside.db, found.id));
      if (batch?.state !== 'running' && batch?.state !== 'undoing') return;
      const isUndo = batch.undo_task_id === taskId;
      if (isUndo !== (batch.state === 'undoing')) return;
      const isFailed = state === 'failed';
      const change = {
        state: isUndo ? 'done' : isFailed ? 'failed' : 'cancelled',
        ...(isFailed && { failure_zh: OUR_FAULT.zh, failure_en: OUR_FAULT.en }),
        finished_at: inside.clock.now(),
      } as const;
      await changeBatch(inside.db, batch.id, change);
      await tellImport(inside, { ...batch, ...change });
    });
  }),
];
