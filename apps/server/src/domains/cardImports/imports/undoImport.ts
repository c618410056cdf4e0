import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { actorOfTask, removeImportedCards, writeEvents } from '../../cards/face.ts';
import type { RemovedPart } from '../../sheetImports/face.ts';
import type { RunningTask } from '../../tasks/face.ts';
import type { ImportBatch } from './importTables.ts';

const CARDS_PER_PART = 5_000;
const REMOVED = text('导入已撤销，卡已移除', 'Import undone; card removed');

/** Removes the next unused cards of the batch and records it in the history they leave behind. */
export async function removeUntouched(ctx: Ctx, batch: ImportBatch, task: RunningTask): Promise<RemovedPart> {
  const { last, seen, removed } = await removeImportedCards(ctx, {
    importBatchId: batch.id,
    customerId: batch.target_customer_id,
    after: batch.undone_to,
    most: CARDS_PER_PART,
  });
  await writeEvents(
    ctx,
    removed.map((card) => ({
      cardId: card.id,
      iccid: card.iccid,
      customerId: batch.target_customer_id,
      action: 'import_card',
      result: 'done',
      source: 'import',
      to: REMOVED,
      taskId: task.id,
      actor: actorOfTask(task),
    })),
  );
  return { last, seen, removed: removed.length };
}
