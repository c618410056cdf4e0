import type { Ctx } from '../../../framework/context.ts';
import { type Reaction, reaction } from '../../../framework/domain.ts';
import { changeBatch, endOfTask, findBatch, takeBackInParts, writeInParts } from '../../sheetImports/face.ts';
import { taskFinished } from '../../tasks/events.ts';
import { type WholeWork, wholeAction } from '../../tasks/face.ts';
import { ESIM_IMPORT } from './importKind.ts';
import { forgetVerify, runVerify } from './verifyImport.ts';
import { stockByType } from './writeRows.ts';

/** Imports a checked batch, or undoes one. Started by the import screens only. */
export const importAction = wholeAction({
  action: 'import_esim',
  permissions: [],
  run: async (ctx, work) => {
    const { batchId, step } = work.task.parameters;
    if (step === 'undo') await takeBackInParts(ctx, ESIM_IMPORT, work, String(batchId));
    else if (step === 'verify') await runVerify(ctx, work, String(batchId));
    else await runImport(ctx, work, String(batchId));
  },
});

/** For code numbers the result includes the stock before and after. */
async function runImport(ctx: Ctx, work: WholeWork, batchId: string): Promise<void> {
  const batch = await findBatch(ctx.db, ESIM_IMPORT, batchId);
  if (batch?.state !== 'running' || !batch.reading_id) return;
  if (batch.content === 'numbers' && batch.stock_before === null) {
    const before = await stockByType(ctx, batch.reading_id);
    await changeBatch(ctx, ESIM_IMPORT, batch, { stock_before: JSON.stringify(before) });
  }
  await writeInParts(ctx, ESIM_IMPORT, work, batchId);
}

export const importReactions: readonly Reaction[] = [
  endOfTask(ESIM_IMPORT),
  reaction(taskFinished, 'esim.endVerify', async (ctx, { taskId, action }) => {
    if (action === 'import_esim') await forgetVerify(ctx, taskId);
  }),
];
