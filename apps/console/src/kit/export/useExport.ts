import { listDownloads, orderExport, type SheetFormat } from '@cardinal/contract/api/tasks/downloads.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { SITE_LIMITS } from '@cardinal/contract/siteLimits.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { usePlace } from '../../shell/screenContext.ts';
import { toast } from '../../shell/toasts.ts';
import { useChange } from '../change.ts';
import { orderedFiles } from './orderedExports.ts';

const words = {
  making: text(
    '正在生成 {n} 行，完成后自动下载；文件也保存在「下载任务」中',
    '{n} {n|row is|rows are} being made and then downloaded. The file is also kept under “Downloads”.',
  ),
  ordered: text(
    '正在生成 {n} 行，完成后在「下载任务」中下载',
    '{n} {n|row is|rows are} being made. The file will be under “Downloads”.',
  ),
  open: text('查看下载任务', 'Open download'),
};

/** Where the task of an export and its file are. */
const downloadPath = (no: string) => `/taskManagement/downloadTask?downloadNo=${no}`;

/** Starts the export of a list under a filter and leads to its task; a small file is also downloaded by itself. */
export function useExport(list: ListEndpoint) {
  const t = useText();
  const { path } = usePlace();
  const ordering = useChange(orderExport);
  const order = async (
    query: Readonly<Record<string, unknown>>,
    more: { format: SheetFormat; columns?: string[]; total?: number },
  ): Promise<boolean> => {
    const answer = await ordering.run({
      body: { list: list.name, query: query as Record<string, string | string[]>, screen: path, ...more },
    });
    if (!answer) return false;
    const isSmall = answer.rows <= SITE_LIMITS.exportAtOnceRows.initial;
    if (isSmall) orderedFiles.await(answer.downloadId);
    toast.success(
      t(isSmall ? words.making : words.ordered, { n: countAmount(answer.rows) }),
      mayCall(listDownloads) ? { label: t(words.open), to: downloadPath(answer.downloadNo) } : undefined,
    );
    return true;
  };
  return { isRunning: ordering.isRunning, order };
}
