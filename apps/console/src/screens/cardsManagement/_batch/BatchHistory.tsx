import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { listTaskItems, listTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import { SystemTaskState, TaskKind } from '@cardinal/contract/enumerations/task.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { isTaskFinal } from '@cardinal/contract/tasks/taskStates.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useState } from 'react';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import { useLiveList } from '../../../kit/list/useLiveList.ts';
import { Panel } from '../../../kit/Panel.tsx';
import { RowActions } from '../../../kit/table/RowActions.tsx';
import { TaskBar } from '../../../parts/tasks/TaskBar.tsx';
import { useTaskSteps } from '../../../parts/tasks/taskSteps.tsx';
import { Link } from '../../../shell/Link.tsx';
import { type BatchAsked, BatchFilters } from './BatchFilters.tsx';
import '../../../kit/table/table.css';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  mine: text('我的批量操作', 'My batch operations'),
  title: text('批量操作记录', 'Batch operations'),
  result: text('结果表', 'Result sheet'),
  none: text('还没有批量操作', 'No batch operations yet'),
  noneSuch: text('没有符合条件的批量操作', 'No matching batch operations'),
};

const MOST = 50;
const LOOK_AGAIN_MS = 10_000;
const KINDS = TaskKind.options.map(({ value }) => value).filter((value) => value !== TaskKind.values.own);

type Row = RowOf<typeof listTasks>;

function Line(props: { row: Row; isOfAll: boolean; stepsOf: ReturnType<typeof useTaskSteps>['stepsOf'] }) {
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
        {row.heldWords ? (
          <Paragraph as="small" ink="secondary">
            {row.heldWords}
          </Paragraph>
        ) : null}
      </td>
      {props.isOfAll ? <td>{row.accountName}</td> : null}
      <td>
        <TimeText at={row.createdAt} />
      </td>
      <td>
        <Inline as="span" isWithin>
          {steps.length > 0 ? <RowActions actions={steps} /> : null}
          {row.offered.result ? (
            <ExportLink list={listTaskItems} query={{ taskId: row.id }}>
              {t(words.result)}
            </ExportLink>
          ) : null}
        </Inline>
      </td>
    </tr>
  );
}

/** Batches started by the caller or by any visible account, the latest first, with live progress. */
export function BatchHistory(props: { actions: readonly CardAction[] }) {
  const t = useText();
  const { stepsOf, sheet } = useTaskSteps();
  const [asked, setAsked] = useState<BatchAsked>({ isOfAll: false });
  const query = {
    ...(asked.isOfAll ? {} : { mine: true }),
    ...(asked.accountName ? { accountNameContains: asked.accountName } : {}),
    ...(asked.period ? { createdAtFrom: asked.period[0], createdAtTo: asked.period[1] } : {}),
    kind: KINDS,
    pageSize: MOST,
    ...(asked.action ? { action: [asked.action] } : {}),
    ...(asked.state === undefined ? {} : { state: [asked.state] }),
  };
  const tasks = useRead(listTasks, query, {
    keepsPrevious: true,
    // The stream reports only the caller's own tasks.
    every: (page) => asked.isOfAll && !!page?.list.some((row) => !isTaskFinal(row.stage)) && LOOK_AGAIN_MS,
  });
  useLiveList(listTasks, 'task.progress');

  const rows = tasks.data?.list;
  const { isOfAll, ...others } = asked;
  const isFiltered = Object.values(others).some((each) => each !== undefined);
  return (
    <Panel
      title={t(isOfAll ? words.title : words.mine)}
      state={tasks}
      aside={
        <Link to={isOfAll ? '/taskManagement/systemTask' : '/taskManagement/systemTask?mine=true'}>
          {t(nouns.allTasks)}
        </Link>
      }
    >
      {rows === undefined ? undefined : (
        <Stack>
          <BatchFilters actions={props.actions} asked={asked} ask={setAsked} />
          {rows.length === 0 ? (
            <Paragraph ink="secondary">{t(isFiltered ? words.noneSuch : words.none)}</Paragraph>
          ) : (
            <ScrollBox>
              <table className="lines-table">
                <thead>
                  <tr>
                    {[
                      nouns.task,
                      nouns.state,
                      nouns.progress,
                      ...(isOfAll ? [nouns.operator] : []),
                      nouns.startedAt,
                      nouns.actions,
                    ].map((title) => (
                      <th key={title.en} scope="col">
                        {t(title)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <Line key={row.id} row={row} isOfAll={isOfAll} stepsOf={stepsOf} />
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          )}
        </Stack>
      )}
      {sheet}
    </Panel>
  );
}
