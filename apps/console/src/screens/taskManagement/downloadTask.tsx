import {
  deleteDownload,
  downloadByPath,
  exportAgain,
  listDownloads,
  stopDownload,
} from '@cardinal/contract/api/downloads.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { downloadFile } from '../../http/download.ts';
import { useChange } from '../../kit/change.ts';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import type { RowAction } from '../../kit/table/RowActions.tsx';
import { confirmFirst } from '../../shell/questions.ts';

const words = {
  download: text('下载', 'Download'),
  again: text('重新生成', 'Make again'),
  stop: text('停止', 'Stop'),
  remove: text('删除', 'Delete'),
  removeQuestion: text('删除文件「{title}」？', 'Delete the file “{title}”?'),
  removed: text('文件已删除', 'File deleted'),
  ordered: text('已开始重新生成', 'The file is being made again'),
  stopped: text('已停止生成', 'Stopped'),
  everyone: text('含下属账号', 'All accounts'),
  none: text('还没有下载', 'No downloads yet'),
  noneHint: text(
    '在列表上点「导出」，文件会出现在这里，保留 7 天。',
    'Choose “Export” on a list; the file appears here and is kept for 7 days.',
  ),
};

type Row = RowOf<typeof listDownloads>;
const LOOKS = {
  state: {
    waiting: { shape: 'ring', tone: 'neutral' },
    making: { shape: 'half', tone: 'busy' },
    ready: { shape: 'disc', tone: 'good' },
    failed: { shape: 'cross', tone: 'bad' },
    stopped: { shape: 'square', tone: 'neutral' },
    expired: { shape: 'cross', tone: 'neutral' },
  },
} as const;

export default function Downloads() {
  const t = useText();
  const again = useChange(exportAgain, { done: t(words.ordered) });
  const stop = useChange(stopDownload, { done: t(words.stopped) });
  const remove = useChange(deleteDownload, { done: t(words.removed) });

  const removeAfterAsking = async (row: Row) => {
    const isSure = await confirmFirst({
      title: t(words.removeQuestion, { title: row.title }),
      confirm: t(words.remove),
      isDanger: true,
    });
    if (isSure) await remove.run({ body: { downloadId: row.id } });
  };
  const actionsOf = (row: Row): RowAction[] => {
    const { path, offered } = row;
    const body = { downloadId: row.id };
    return [
      ...(offered.download && path
        ? [
            {
              key: 'download',
              label: t(words.download),
              call: downloadByPath,
              onPick: () => void downloadFile(path).catch(() => {}),
            },
          ]
        : []),
      ...(offered.stop
        ? [{ key: 'stop', label: t(words.stop), call: stopDownload, onPick: () => void stop.run({ body }) }]
        : []),
      ...(offered.again
        ? [{ key: 'again', label: t(words.again), call: exportAgain, onPick: () => void again.run({ body }) }]
        : []),
      ...(offered.delete
        ? [
            {
              key: 'delete',
              label: t(words.remove),
              call: deleteDownload,
              isDanger: true,
              onPick: () => void removeAfterAsking(row),
            },
          ]
        : []),
    ];
  };

  return (
    <ListScreen
      list={listDownloads}
      columns={[
        { field: 'title', pinned: 'left', width: 280 },
        'state',
        { field: 'percent', width: 90, cell: (row) => (row.percent === null ? '—' : `${row.percent}%`) },
        'rows',
        'size',
        'format',
        'isSensitive',
        'createdAt',
        'expiresAt',
        'fetched',
        'accountName',
        { field: 'failure', width: 220 },
        { field: 'downloadNo', isOff: true },
      ]}
      filters={['title', 'state', 'format', 'createdAt', 'accountName', 'downloadNo']}
      views={[{ title: words.everyone, query: 'all=true' }]}
      looks={LOOKS}
      rowName={(row) => row.title}
      rowActions={actionsOf}
      actionsWidth={190}
      empty={{ title: words.none, hint: words.noneHint }}
    />
  );
}
