import type { Reaction } from '../../../framework/domain.ts';
import { endOfTask, takeBackInParts } from '../../sheetImports/face.ts';
import { wholeAction } from '../../tasks/face.ts';
import { CARD_IMPORT } from './importKind.ts';
import { runImport } from './runImport.ts';

/** Imports a checked batch, or undoes one. Started by the import screen only. */
export const importAction = wholeAction({
  action: 'import_card',
  permissions: [],
  run: async (ctx, work) => {
    const { batchId, step } = work.task.parameters;
    if (step === 'undo') await takeBackInParts(ctx, CARD_IMPORT, work, String(batchId));
    else await runImport(ctx, work, String(batchId));
  },
});

export const importReactions: readonly Reaction[] = [endOfTask(CARD_IMPORT)];
