import type { SelectionSource } from '@cardinal/contract/api/cardBatches/selection.ts';
import { IdentifierType } from '@cardinal/contract/enumerations/card.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

/** The items of a finished task that is undone. */
export type UndoSource = {
  readonly kind: 'undo';
  readonly taskId: string;
  readonly taskNo: string;
  /** The customer of the task; its undo belongs to the same customer. */
  readonly customerId: string;
};
/**
 * The cards for which a task was refused; `customerId` is present when all failed items are repeated, and the new task belongs
 * to it.
 */
export type RetrySource = {
  readonly kind: 'retry';
  readonly taskId: string;
  readonly taskNo: string;
  readonly customerId?: string;
};
/** Cards that a customer's system names one by one: more than a person would paste. */
export type NamedSource = { readonly kind: 'named'; readonly iccids: readonly string[] };
/** A source as stored with a preview. */
export type StoredSource = SelectionSource | NamedSource | UndoSource | RetrySource;

/** The task whose failed cards a batch repeats, or that it undoes. */
export const originOf = (source: StoredSource): { readonly repeats?: string; readonly undoes?: string } => {
  if (source.kind === 'retry') return { repeats: source.taskId };
  return source.kind === 'undo' ? { undoes: source.taskId } : {};
};

/** A number of cards with thousands separators. */
export const said = (count: number): string => count.toLocaleString('en');

/** Describes which cards a task was started for; `stored` is the source stored with the preview. */
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
    case 'named':
      return text('接口指定的卡', 'Cards named by the call');
    case 'segment':
      return text(`号段 ${source.startIccid}–${source.endIccid}`, `Segment ${source.startIccid}–${source.endIccid}`);
    case 'file':
      return text('上传的文件', 'Uploaded file');
    case 'set':
      return text('号码集', 'Card set');
    case 'task':
      return text('原任务的卡', 'Cards of the original task');
    case 'filter':
    case 'listed':
      return text('筛选结果', 'Filtered list');
    case 'retry':
      return source.customerId
        ? text(`任务 ${source.taskNo} 失败的卡`, `Cards task ${source.taskNo} failed for`)
        : text(`任务 ${source.taskNo} 被拒绝的卡`, `Cards refused to task ${source.taskNo}`);
    case 'undo':
      return text(`任务 ${source.taskNo} 成功的卡`, `Cards done by task ${source.taskNo}`);
  }
}
