import type { CardAction } from '@cardinal/contract/api/cards/selection.ts';
import { listTaskItems, listTasks } from '@cardinal/contract/api/tasks.ts';
import { SystemTaskState, TaskKind } from '@cardinal/contract/enumerations/task.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { call } from '../../../http/call.ts';
import { ExportLink } from '../../../kit/export/ExportButton.tsx';
import { useLiveList } from '../../../kit/list/useLiveList.ts';
import { Panel } from '../../../kit/Panel.tsx';
import { RowActions } from '../../../kit/table/RowActions.tsx';
import { Link } from '../../../shell/Link.tsx';
import { TaskBar } from '../../taskManagement/_tasks/TaskBar.tsx';
import { useTaskSteps } from '../../taskManagement/_tasks/taskSteps.tsx';
import '../../../kit/table/table.css';

const words = {
  title: text('我的批量操作', 'My batch operations'),
  all: text('全部任务', 'All tasks'),
  action: text('操作', 'Action'),
  state: text('状态', 'State'),
  anyAction: text('全部操作', 'Any action'),
  anyState: text('全部状态', 'Any state'),
  task: text('任务', 'Task'),
  progress: text('进度', 'Progress'),
  created: text('提交时间', 'Started'),
  steps: text('操作', 'Actions'),
  result: text('结果表', 'Result sheet'),
  none: text('还没有批量操作', 'No batch operations yet'),
};

const MOST = 50;
const KINDS = TaskKind.options.map(({ value }) => value).filter((value) => value !== TaskKind.values.own);

type Row = RowOf<typeof listTasks>;

function Line(props: { row: Row; stepsOf: ReturnType<typeof useTaskSteps>['stepsOf'] }) {
  const { row } = props;
  const t = useText();
  const steps = props.stepsOf(row);
  return (
    <tr>
      <td>
        <Link to={`/taskManagement/systemTask?id=${row.id}`}>{row.title}</Link>
      </td>
      <td>{t(SystemTaskState.labelOf(row.state))}</td>
      <td>
        <TaskBar counts={row} />
        {row.heldWords ? <small className="sheet-note">{row.heldWords}</small> : null}
      </td>
      <td>
        <TimeText at={row.createdAt} />
      </td>
      <td>
        <span className="batch-steps">
          {steps.length > 0 ? <RowActions actions={steps} /> : null}
          {row.offered.result ? (
            <ExportLink list={listTaskItems} query={{ taskId: row.id }}>
              {t(words.result)}
            </ExportLink>
          ) : null}
        </span>
      </td>
    </tr>
  );
}

/** What I have started, the latest first, with its progress as it goes. */
export function BatchHistory(props: { actions: readonly CardAction[] }) {
  const t = useText();
  const { stepsOf, sheet } = useTaskSteps();
  const [action, setAction] = useState<CardAction>();
  const [state, setState] = useState<SystemTaskState>();
  const query = {
    mine: true,
    kind: KINDS,
    pageSize: MOST,
    ...(action ? { action: [action] } : {}),
    ...(state === undefined ? {} : { state: [state] }),
  };
  const tasks = useQuery({
    queryKey: ['list', listTasks.name, 'mine', query],
    queryFn: ({ signal }) => call(listTasks, { query }, { signal, isSilent: true }),
    placeholderData: keepPreviousData,
  });
  useLiveList(listTasks, 'task.progress');

  const rows = tasks.data?.list;
  return (
    <Panel
      title={t(words.title)}
      state={tasks}
      aside={
        <>
          <Select
            aria-label={t(words.action)}
            size="small"
            className="batch-filter"
            allowClear
            placeholder={t(words.anyAction)}
            value={action}
            options={props.actions.map((each) => ({
              value: each,
              label: t(TaskType.labelOf(TaskType.values[each])),
            }))}
            onChange={setAction}
          />
          <Select
            aria-label={t(words.state)}
            size="small"
            className="batch-filter"
            allowClear
            placeholder={t(words.anyState)}
            value={state}
            options={SystemTaskState.options.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={setState}
          />
          <Link to="/taskManagement/systemTask?mine=true">{t(words.all)}</Link>
        </>
      }
    >
      {rows === undefined ? undefined : rows.length === 0 ? (
        <p className="sheet-note">{t(words.none)}</p>
      ) : (
        <div className="batch-history">
          <table className="plain-table">
            <thead>
              <tr>
                {[words.task, words.state, words.progress, words.created, words.steps].map((title) => (
                  <th key={title.en} scope="col">
                    {t(title)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Line key={row.id} row={row} stepsOf={stepsOf} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {sheet}
    </Panel>
  );
}
