import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { confirmFirst } from '../../shell/questions.ts';
import { useChange } from '../change.ts';
import type { ImportBatch, UndoableDesk } from './importDesk.ts';

const TITLE = text('撤销批次 {batchNo}', 'Undo batch {batchNo}');
/** From this many on the user must type the number. */
const TYPED_FROM = 1000;

/** Asks, then starts to undo a batch; returns whether it has started. */
export function useUndo({ undo, idKey, words }: UndoableDesk) {
  const t = useText();
  const { run } = useChange(undo);
  return async ({ id, batchNo, imported }: Pick<ImportBatch, 'id' | 'batchNo' | 'imported'>): Promise<boolean> => {
    const count = countAmount(imported);
    const isSure = await confirmFirst({
      title: t(TITLE, { batchNo }),
      body: t(words.undoBody, { count }),
      confirm: t(words.undoConfirm, { count }),
      isDanger: true,
      typedCount: imported > TYPED_FROM ? imported : undefined,
    });
    return isSure && (await run({ body: { [idKey]: id } })) !== undefined;
  };
}
