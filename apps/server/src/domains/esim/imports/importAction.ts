import { text } from '@cardinal/primitives/text.ts';
import { type Reaction, reaction } from '../../../framework/domain.ts';
import { taskFinished } from '../../tasks/events.ts';
import { wholeAction } from '../../tasks/face.ts';
import { changeBatch, lockBatch } from './importStore.ts';
import { runImport } from './runImport.ts';
import { runUndo } from './undoImport.ts';
import { runVerify } from './verifyImport.ts';

/** Writes a checked batch, or takes one back. Started by the import screens only. */
export const importAction = wholeAction({
  action: 'import_esim',
  permissions: [],
  run: async (ctx, work) => {
    const { batchId, step } = work.task.parameters;
    if (step === 'undo') await runUndo(ctx, work, String(batchId));
    else if (step === 'verify') await runVerify(ctx, work, String(batchId));
    else await runImport(ctx, work, String(batchId));
  },
});

const OUR_FAULT = text('系统出错，导入未完成', 'An error of ours; the import was not finished');

/** A batch whose task was cancelled or given up does not run any more; what was written stays and can be undone. */
export const importReactions: readonly Reaction[] = [
  reaction(taskFinished, 'esim.endImport', async (ctx, { taskId, action, state }) => {
    if (action !== 'import_esim') return;
    await ctx.transact(async (inside) => {
      const found = await inside.db
        .selectFrom('esim.import_batch')
        .select('id')
        .where((on) =>
          on.or([on('task_id', '=', taskId), on('undo_task_id', '=', taskId), on('verify_task_id', '=', taskId)]),
        )
        .executeTakeFirst();
      const batch = found && (await lockBatch(inside.db, found.id));
      if (!batch) return;
      if (batch.verify_task_id === taskId) {
        // Stopped before its end: it can be begun anew.
        if (batch.verified_at === null) await changeBatch(inside, batch, { verify_task_id: null });
        return;
      }
      const isUndo = batch.undo_task_id === taskId;
      if (batch.state !== (isUndo ? 'undoing' : 'running')) return;
      const isFailed = state === 'failed';
      await changeBatch(inside, batch, {
        state: isUndo ? 'done' : isFailed ? 'failed' : 'cancelled',
        ...(isFailed && { failure_zh: OUR_FAULT.zh, failure_en: OUR_FAULT.en }),
        finished_at: inside.clock.now(),
      });
    });
  }),
];
