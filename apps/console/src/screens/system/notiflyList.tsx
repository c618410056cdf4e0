import { listInbox, muteKind, viewAllNotices, viewNotice } from '@cardinal/contract/api/notices/inbox.ts';
import { WRITTEN_KINDS } from '@cardinal/contract/api/notices/notices.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import type { Filters } from '../../kit/listState.ts';
import { Nothing } from '../../kit/table/cells.tsx';
import { useShown } from '../../kit/useShown.ts';
import { NoticeLink } from '../../shell/NoticeText.tsx';
import { MuteSheet } from './_notices/MuteSheet.tsx';
import { ReceivedNotice } from './_notices/ReceivedNotice.tsx';
import './_notices/notices.css';

const words = {
  all: nouns.all,
  unread: text('未读', 'Unread'),
  written: text('公告与通知', 'Announcements'),
  task: nouns.tasks,
  warning: text('预警', 'Warnings'),
  money: text('资金', 'Money'),
  go: text('查看', 'Go to'),
  readAll: verbs.markAllRead,
  nowRead: text('{n} 条已标为已读', '{n} marked as read'),
  mute: nouns.mutedKinds,
  title: text('通知', 'Notice'),
  mustRead: text('必读', 'must read'),
  over: text('已过期', 'over'),
  changed: text('第 {n} 版', 'version {n}'),
  system: nouns.system,
  none: sentences.noNotices,
  noneHint: text(
    '上级发来的通知、任务结果和资金变动会显示在这里。',
    'Notices from parent customers, task results and money movements appear here.',
  ),
};

type Row = RowOf<typeof listInbox>;

function Title({ row, onOpen }: { row: Row; onOpen: () => void }) {
  const t = useText();
  const marks = [
    row.isMustRead ? t(words.mustRead) : '',
    row.revision > 1 ? t(words.changed, { n: row.revision }) : '',
    row.isExpired ? t(words.over) : '',
  ].filter(Boolean);
  return (
    <span className={row.isRead ? 'notice-title' : 'notice-title is-unread'}>
      <TextButton onClick={onOpen}>{row.title}</TextButton>
      {marks.length > 0 ? <small>{marks.join(' · ')}</small> : null}
    </span>
  );
}

function Target({ row }: { row: Row }) {
  const t = useText();
  const viewing = useChange(viewNotice, { isSilent: true });
  if (!row.link) return <Nothing />;
  const follow = () => {
    if (!row.isRead) viewing.run({ body: { id: row.id } }).catch(() => {});
  };
  return (
    <NoticeLink to={row.link} onFollow={follow}>
      {t(words.go)}
    </NoticeLink>
  );
}

/** The six tabs of the inbox, each with its filters. */
const TABS = [
  ['all', {}],
  ['unread', { isRead: 'false' }],
  ['written', { kind: [...WRITTEN_KINDS] }],
  ['task', { kind: ['task'] }],
  ['warning', { kind: ['warning'] }],
  ['money', { kind: ['money'] }],
] as const satisfies readonly (readonly [string, Filters])[];

const isOn = (tab: Filters, now: Filters): boolean =>
  ['kind', 'isRead'].every((name) => String([tab[name] ?? []].flat()) === String([now[name] ?? []].flat()));

export default function Inbox() {
  const t = useText();
  const [shown, show] = useShown();
  const [isMuting, setIsMuting] = useState(false);
  const readingAll = useChange(viewAllNotices, { done: ({ read }) => t(words.nowRead, { n: countAmount(read) }) });
  const columns: readonly ColumnSpec<typeof listInbox>[] = [
    {
      field: 'title',
      pinned: 'left',
      width: 304,
      cell: (row) => <Title row={row} onOpen={() => show(row.id)} />,
    },
    { field: 'kind', width: 136 },
    { field: 'summary', width: 210 },
    { field: 'from', width: 140, cell: (row) => row.from ?? t(words.system) },
    'createdAt',
    { field: 'link', width: 110, cell: (row) => <Target row={row} /> },
  ];
  return (
    <>
      <ListScreen
        list={listInbox}
        columns={columns}
        filters={['kind', 'isRead', 'title', 'createdAt']}
        rowName={(row) => row.title}
        figures={(summary, pick, filters) =>
          TABS.map(([key, tab]) => {
            const { kind: _, isRead: __, ...others } = filters;
            return {
              key,
              label: t(words[key]),
              value: countAmount(summary[key]),
              isActive: isOn(tab, filters),
              onPick: () => pick({ ...others, ...tab }),
            };
          })
        }
        actions={
          <>
            <CallButton call={muteKind} onClick={() => setIsMuting(true)}>
              {t(words.mute)}
            </CallButton>
            <Button loading={readingAll.isRunning} onClick={() => void readingAll.run()}>
              {t(words.readAll)}
            </Button>
          </>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Sheet isOpen={shown !== undefined} title={t(words.title)} width={640} onClose={() => show(undefined)}>
        {shown ? <ReceivedNotice key={shown} id={shown} /> : null}
      </Sheet>
      {isMuting ? <MuteSheet onClose={() => setIsMuting(false)} /> : null}
    </>
  );
}
