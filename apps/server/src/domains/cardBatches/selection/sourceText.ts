import type { SelectionSource } from '@cardinal/contract/api/cardBatches/selection.ts';
import { IdentifierType } from '@cardinal/contract/enumerations/card.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

/** The items of a finished task that is taken back. */
export type UndoSource = {
  readonly kind: 'undo';
  readonly taskId: string;
  readonly taskNo: string;
  /** Whose task it was: its undo is theirs too. */
  readonly customerId: string;
};
/** The cards a task was refused for; with its customer, whose the new one is too, all that failed of it. */
export type RetrySource = {
  readonly kind: 'retry';
  readonly taskId: string;
  readonly taskNo: string;
  readonly customerId?: string;
};
/** A source as a preview remembers it. */
export type StoredSource = SelectionSource | UndoSource | RetrySource;

/** A number of cards as people write it. */
export const said = (count: number): string => count.toLocaleString('en');

/** Which cards a task was started for, in words; `stored` is the source as the preview remembers it. */
export function sourceText(stored: unknown, willTouch: number, willSkip: number): Text {
  const source = stored as StoredSource;
  const { zh, en } = whence(source);
  return text(
    `${zh}：操作 ${said(willTouch)} 张，跳过 ${said(willSkip)} 张`,
    `${en}: ${said(willTouch)} touched, ${said(willSkip)} skipped`,
  );
}

function whence(source: StoredSource): Text {
  switch (source.kind) {
    case 'ids':
      return text('勾选的卡', 'Cards ticked');
    case 'list': {
      const { zh, en } = IdentifierType.labelOf(source.identifierType);
      return text(`粘贴的${zh}`, `Pasted list (${en})`);
    }
    case 'segment':
      return text(`号段 ${source.startIccid}–${source.endIccid}`, `Segment ${source.startIccid}–${source.endIccid}`);
    case 'file':
      return text('上传的文件', 'Uploaded file');
    case 'set':
      return text('号码集', 'Card set');
    case 'task':
      return text('原任务的卡', 'Cards of the original task');
    case 'filter':
      return text('筛选结果', 'Filtered list');
    case 'retry':
      return source.customerId
        ? text(`任务 ${source.taskNo} 失败的卡`, `Cards task ${source.taskNo} failed for`)
        : text(`任务 ${source.taskNo} 被拒绝的卡`, `Cards refused to task ${source.taskNo}`);
    case 'undo':
      return text(`任务 ${source.taskNo} 成功的卡`, `Cards done by task ${source.taskNo}`);
  }
}
