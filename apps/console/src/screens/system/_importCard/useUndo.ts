import { undoImport } from '@cardinal/contract/api/cards/imports.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../../kit/change.ts';
import { confirmFirst } from '../../../shell/questions.ts';

const words = {
  title: text('撤销批次 {batchNo}', 'Undo batch {batchNo}'),
  body: text(
    '将移除该批次导入的卡，最多 {count} 张。导入后被操作、激活或划拨过的卡会保留，并计入结果。',
    'Removes the cards this batch brought, {count} at most. Cards that were used, activated or allocated since are kept and counted.',
  ),
  confirm: text('撤销 {count} 张卡', 'Undo {count} {count|card|cards}'),
};

/** From this many on the number is typed. */
const TYPED_FROM = 1000;

/** Asks, then begins to take a batch back; answers whether it has begun. */
export function useUndo(): (batch: { id: string; batchNo: string; imported: number }) => Promise<boolean> {
  const t = useText();
  const { run } = useChange(undoImport);
  return async ({ id, batchNo, imported }) => {
    const count = countAmount(imported);
    const isSure = await confirmFirst({
      title: t(words.title, { batchNo }),
      body: t(words.body, { count }),
      confirm: t(words.confirm, { count }),
      isDanger: true,
      typedCount: imported > TYPED_FROM ? imported : undefined,
    });
    return isSure && (await run({ body: { batchId: id } })) !== undefined;
  };
}
