import {
  DownloadState,
  deleteDownload,
  downloadByPath,
  exportAgain,
  listDownloads,
  stopDownload,
} from '@cardinal/contract/api/tasks/downloads.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { routeOf } from '@cardinal/contract/routes/matching.ts';
import { ROUTES } from '@cardinal/contract/routes/table.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Badge } from '@cardinal/ui/layout/Text.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { downloadFile } from '../../http/download.ts';
import { useChange } from '../../kit/change.ts';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useLiveList } from '../../kit/list/useLiveList.ts';
import type { RowAction } from '../../kit/table/RowActions.tsx';
import { pathsOf } from '../../shell/guard.ts';
import { useShell } from '../../shell/shellState.ts';

const words = {
  again: text('重新生成', 'Make again'),
  removeQuestion: text('删除文件「{title}」？', 'Delete file “{title}”?'),
  removed: text('文件已删除', 'File deleted'),
  ordered: text('已开始重新生成', 'Regenerating the file'),
  stopped: text('已停止生成', 'Stopped'),
  everyone: text('含下属账号', 'All accounts'),
  sensitive: text('敏感', 'Sensitive'),
  none: text('还没有下载', 'No downloads yet'),
  noneHint: text(
    '在列表上点「导出」，文件会出现在这里，保留 7 天。',
    'Click “Export” on a list. Files appear here and are kept for 7 days.',
  ),
};

/** The titles of the screens this account may open, which are the sources of files. */
function useScreens() {
  const t = useText();
  const entries = useShell((shell) => shell.entries);
  const open = new Set(pathsOf(entries));
  return ROUTES.filter(({ path }) => open.has(path)).map(({ path, title }) => ({ value: path, label: t(title) }));
}

const FILTERS: readonly FilterSpec[] = [
  'title',
  'state',
  choiceFilter('screen', listDownloads.fields.screen.label, useScreens),
  customerFilter('underCustomerId', nouns.customerAndBelow),
  'createdAt',
  'accountName',
  'format',
  'isSensitive',
  'downloadNo',
];

type Row = RowOf<typeof listDownloads>;

function ScreenTitle({ path }: { path: string }) {
  const t = useText();
  const match = routeOf(path);
  return match ? t(match.route.title) : path;
}

const LOOKS: Readonly<Record<DownloadState, StatusLook>> = {
  waiting: { shape: 'ring', tone: 'neutral' },
  making: { shape: 'half', tone: 'busy' },
  ready: { shape: 'disc', tone: 'good' },
  failed: { shape: 'cross', tone: 'bad' },
  stopped: { shape: 'square', tone: 'neutral' },
  expired: { shape: 'cross', tone: 'neutral' },
};

/** The content of the file; personal data and money are marked. */
function Title({ row }: { row: Row }) {
  const t = useText();
  return (
    <span title={row.title}>
      {row.isSensitive ? (
        <Badge as="span" ink="danger">
          {t(words.sensitive)}
        </Badge>
      ) : null}
      {row.title}
    </span>
  );
}

function Making({ row }: { row: Row }) {
  const t = useText();
  const isMaking = row.state === DownloadState.values.making && row.percent !== null;
  const aside = [...(isMaking ? [`${row.percent}%`] : []), ...(row.failure ? [row.failure] : [])];
  return <StatusTag {...LOOKS[row.state]} word={t(DownloadState.labelOf(row.state))} reasons={aside} />;
}

export default function Downloads() {
  const t = useText();
  useLiveList(listDownloads, 'task.progress');
  const again = useChange(exportAgain, { done: t(words.ordered) });
  const stop = useChange(stopDownload, { done: t(words.stopped) });
  const remove = useChange(deleteDownload, { done: t(words.removed) });

  const removeAfterAsking = (row: Row) =>
    remove.confirm({
      title: t(words.removeQuestion, { title: row.title }),
      confirm: t(verbs.delete),
      isDanger: true,
      sends: { body: { downloadId: row.id } },
    });
  const actionsOf = (row: Row): RowAction[] => {
    const { path, offered } = row;
    const body = { downloadId: row.id };
    return [
      ...(offered.download && path
        ? [
            {
              key: 'download',
              label: t(verbs.download),
              call: downloadByPath,
              onPick: () => void downloadFile(path).catch(() => {}),
            },
          ]
        : []),
      ...(offered.stop
        ? [{ key: 'stop', label: t(verbs.stop), call: stopDownload, onPick: () => void stop.run({ body }) }]
        : []),
      ...(offered.again
        ? [{ key: 'again', label: t(words.again), call: exportAgain, onPick: () => void again.run({ body }) }]
        : []),
      ...(offered.delete
        ? [
            {
              key: 'delete',
              label: t(verbs.delete),
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
      isMoving={({ state }) => state === 'waiting' || state === 'making'}
      columns={[
        { field: 'title', pinned: 'left', width: 270, cell: (row) => <Title row={row} /> },
        { field: 'state', width: 150, cell: (row) => <Making row={row} /> },
        { field: 'rows', width: 90 },
        { field: 'size', width: 96 },
        { field: 'format', width: 80 },
        'createdAt',
        'expiresAt',
        { field: 'fetched', width: 90 },
        'accountName',
        { field: 'screen', width: 140, isOff: true, cell: (row) => <ScreenTitle path={row.screen} /> },
        { field: 'readyInSeconds', isOff: true },
        { field: 'downloadNo', isOff: true },
      ]}
      filters={FILTERS}
      views={[{ title: words.everyone, query: 'all=true' }]}
      rowName={(row) => row.title}
      rowActions={actionsOf}
      empty={{ title: words.none, hint: words.noneHint }}
    />
  );
}
