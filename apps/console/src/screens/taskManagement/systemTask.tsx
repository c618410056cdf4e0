import { listTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import { isTaskFinal } from '@cardinal/contract/tasks/taskStates.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { relativeTime } from '@cardinal/ui/moments.ts';
import { useState } from 'react';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import { textFilter } from '../../kit/filters/textFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useLiveList } from '../../kit/list/useLiveList.ts';
import { useShown } from '../../kit/useShown.ts';
import { TaskBar } from '../../parts/tasks/TaskBar.tsx';
import { useTaskSteps } from '../../parts/tasks/taskSteps.tsx';
import { useSearch } from '../../shell/screenContext.ts';
import { TaskPanel } from './_tasks/TaskPanel.tsx';
import { TaskStatus } from './_tasks/TaskStatus.tsx';

const words = {
  running: text('进行中', 'Running'),
  waiting: text('等待运营商', 'Waiting for carriers'),
  failedToday: text('今日失败', 'Failed today'),
  oldest: text('最早未处理', 'Oldest untreated'),
  pending: text('待审批', 'To approve'),
  search: text('任务中的号码', 'Number in the task'),
  withFailures: text('有失败项', 'With failures'),
  none: text('还没有任务', 'No tasks yet'),
  noneHint: text(
    '批量操作、导入和导出会作为任务显示在这里。',
    'Batch operations, imports and exports appear here as tasks.',
  ),
};

const COLUMNS: readonly ColumnSpec<typeof listTasks>[] = [
  { field: 'title', pinned: 'left', width: 180 },
  { field: 'state', width: 190, cell: (row) => <TaskStatus task={row} /> },
  {
    key: 'progress',
    title: nouns.progress,
    width: 285,
    cell: (row) => <TaskBar counts={row} secondsLeft={row.etaSeconds} />,
  },
  { field: 'accountName', width: 100 },
  'createdAt',
  'customerName',
  { field: 'typeCode', width: 150 },
  'source',
  'finishedAt',
  'durationSeconds',
  { field: 'taskNo', width: 180 },
  { field: 'heldWords', width: 200 },
  { field: 'kind', isOff: true },
  { field: 'approval', isOff: true },
  { field: 'reserved', isOff: true },
  { field: 'charged', isOff: true },
  { field: 'returned', isOff: true },
  { field: 'priority', isOff: true },
  { field: 'startedAt', isOff: true },
];

const TARGET = textFilter('target', words.search);
const FILTERS: readonly FilterSpec[] = [
  'state',
  'typeCode',
  'taskNo',
  'kind',
  TARGET,
  customerFilter('underCustomerId', nouns.customer),
  'stage',
  'title',
  'source',
  'accountName',
  'createdAt',
  'finishedAt',
  'approval',
  'isPaused',
];

export default function SystemTasks() {
  const t = useText();
  const language = useLanguage();
  const { stepsOf, sheet } = useTaskSteps();
  const [shown, show] = useShown();
  const [search] = useSearch();
  const [closed, setClosed] = useState<string>();
  // A link to one task opens its panel until it is closed.
  const linked = search.get('id') ?? undefined;
  const opened = shown ?? (linked === closed ? undefined : linked);
  const close = () => {
    setClosed(linked);
    show(undefined);
  };

  useLiveList(listTasks, 'task.progress');

  return (
    <>
      <ListScreen
        list={listTasks}
        // The stream reports only the caller's own tasks.
        isMoving={(row) => !isTaskFinal(row.stage)}
        columns={COLUMNS}
        filters={FILTERS}
        views={[
          { title: nouns.startedByMe, query: 'mine=true' },
          { title: words.pending, query: 'approval=pending' },
          { title: nouns.paused, query: 'isPaused=true' },
          { title: words.withFailures, query: 'hasFailures=true' },
        ]}
        figures={(summary, pick, filters) => [
          {
            key: 'running',
            label: t(words.running),
            value: countAmount(summary.running),
            onPick: () => pick({ ...filters, stage: 'processing' }),
          },
          {
            key: 'waiting',
            label: t(words.waiting),
            value: countAmount(summary.waitingForCarrier),
            onPick: () => pick({ ...filters, stage: 'waiting' }),
          },
          {
            key: 'failed',
            label: t(words.failedToday),
            value: countAmount(summary.failedToday),
            onPick: () => pick({ ...filters, hasFailures: 'true', finishedAtFrom: summary.todayFrom }),
          },
          {
            key: 'oldest',
            label: t(words.oldest),
            value: summary.oldestUntreatedAt ? relativeTime(summary.oldestUntreatedAt, Date.now(), language) : '—',
            onPick: () => pick({ ...filters, state: '0' }),
          },
        ]}
        rowName={(row) => row.title}
        rowActions={(row) => [{ key: 'detail', label: t(nouns.details), onPick: () => show(row.id) }, ...stepsOf(row)]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <TaskPanel taskId={opened} onClose={close} />
      {sheet}
    </>
  );
}
