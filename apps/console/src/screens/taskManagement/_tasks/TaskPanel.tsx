import { listTaskItems, readTaskDetail } from '@cardinal/contract/api/tasks.ts';
import { TaskItemState, TaskState } from '@cardinal/contract/enumerations/task.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, durationAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { DetailSkeleton, ErrorState } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Pagination } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '../../../http/call.ts';
import { ChartCard } from '../../../kit/ChartCard.tsx';
import { Link } from '../../../shell/Link.tsx';
import { onLive } from '../../../shell/liveEvents.ts';
import { TaskBar } from './TaskBar.tsx';
import { useTaskSteps } from './taskSteps.ts';
import './tasks.css';

const words = {
  failed: text('任务加载失败', 'The task could not be loaded'),
  number: text('任务编号', 'Task number'),
  who: text('发起', 'Started by'),
  when: text('创建时间', 'Created at'),
  left: text('预计剩余', 'Time left'),
  selection: text('选择', 'Selection'),
  parent: text('重试自', 'Retry of'),
  retries: text('重试任务', 'Retried as'),
  held: text('等待恢复：{why}', 'Waiting for recovery: {why}'),
  pace: text('每分钟完成的项', 'Items settled a minute'),
  done: text('成功', 'Done'),
  bad: text('失败', 'Failed'),
  troubles: text('失败与跳过的原因', 'Why items failed or were skipped'),
  items: text('明细', 'Items'),
  search: text('按号码查找明细', 'Find an item by its number'),
  noItems: text('没有明细', 'No items'),
  events: text('过程', 'What happened'),
};

/** One task in full: how far, at what pace, what failed and what helps, every item, what happened to it. */
export function TaskPanel(props: { taskId: string | undefined; onClose: () => void }) {
  const t = useText();
  return (
    <Sheet isOpen={props.taskId !== undefined} title={t(listTaskItems.summary)} width={760} onClose={props.onClose}>
      {props.taskId ? <Content taskId={props.taskId} /> : null}
    </Sheet>
  );
}

function Content({ taskId }: { taskId: string }) {
  const t = useText();
  const stepsOf = useTaskSteps();
  const { data, error, refetch } = useQuery({
    queryKey: [readTaskDetail.name, taskId],
    queryFn: ({ signal }) => call(readTaskDetail, { query: { taskId } }, { signal, isSilent: true }),
  });
  useEffect(
    () =>
      onLive('task.progress', (message) => {
        if ((message as { taskId?: string } | null)?.taskId === taskId) void refetch();
      }),
    [taskId, refetch],
  );
  if (error && !data) return <ErrorState title={t(words.failed)} hint={error.message} />;
  if (!data) return <DetailSkeleton />;
  return (
    <>
      <h2>{data.title}</h2>
      <p>
        {t(TaskState.labelOf(data.stage))} <TaskBar counts={data} />
      </p>
      {data.failure ? <Alert type="error" title={t(data.failure.words)} style={{ marginBottom: 12 }} /> : null}
      {data.held.map((held) => (
        <Alert key={held.lane} type="warning" title={t(words.held, { why: held.words })} style={{ marginBottom: 12 }} />
      ))}
      <div className="task-head">
        {stepsOf(data).map((step) => (
          <Button
            key={step.key}
            size="small"
            danger={step.isDanger ?? false}
            onClick={'onPick' in step ? step.onPick : undefined}
          >
            {step.label}
          </Button>
        ))}
      </div>
      <dl className="task-facts">
        <dt>{t(words.number)}</dt>
        <dd>
          <Identifier value={data.taskNo} />
        </dd>
        <dt>{t(words.who)}</dt>
        <dd>
          {data.accountName} · {data.customerName}
        </dd>
        <dt>{t(words.when)}</dt>
        <dd>
          <TimeText at={data.createdAt} />
        </dd>
        {data.etaSeconds === null ? null : (
          <>
            <dt>{t(words.left)}</dt>
            <dd>{durationAmount(data.etaSeconds)}</dd>
          </>
        )}
        {data.selection ? (
          <>
            <dt>{t(words.selection)}</dt>
            <dd>{t(data.selection)}</dd>
          </>
        ) : null}
        {data.parent ? <Related label={t(words.parent)} tasks={[data.parent]} /> : null}
        {data.retries.length > 0 ? <Related label={t(words.retries)} tasks={data.retries} /> : null}
      </dl>
      {data.troubles.length > 0 ? (
        <section>
          <h3>{t(words.troubles)}</h3>
          <ul className="task-lines">
            {data.troubles.map((trouble) => (
              <li key={`${trouble.state} ${trouble.code} ${trouble.words.zh}`}>
                <span>
                  {t(trouble.words)}
                  {trouble.advice ? <small>{t(trouble.advice)}</small> : null}
                </span>
                <b>{countAmount(trouble.count)}</b>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {data.pace.length > 1 ? (
        <ChartCard
          title={t(words.pace)}
          height={140}
          chart={{
            shape: 'columns',
            measure: 'count',
            isStacked: true,
            categories: data.pace.map((each) => each.minute.slice(11, 16)),
            series: [
              { key: 'done', name: t(words.done), values: data.pace.map((each) => each.done) },
              { key: 'failed', name: t(words.bad), values: data.pace.map((each) => each.failed) },
            ],
          }}
        />
      ) : null}
      <Items taskId={taskId} />
      <h3>{t(words.events)}</h3>
      <ul className="task-lines">
        {data.events.map((event) => (
          <li key={`${event.at} ${event.event}`}>
            <span>
              {t(event.words)}
              {event.by ? <small>{event.by}</small> : null}
            </span>
            <TimeText at={event.at} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Related(props: { label: string; tasks: readonly { id: string; taskNo: string }[] }) {
  return (
    <>
      <dt>{props.label}</dt>
      <dd>
        {props.tasks.map((task) => (
          <Link key={task.id} to={`/taskManagement/systemTask?id=${task.id}`}>
            {task.taskNo}{' '}
          </Link>
        ))}
      </dd>
    </>
  );
}

const PAGE = 20;

function Items({ taskId }: { taskId: string }) {
  const t = useText();
  const [pageNum, setPageNum] = useState(1);
  const [wanted, setWanted] = useState('');
  const query = { taskId, pageNum, pageSize: PAGE, ...(wanted ? { targetContains: wanted } : {}) };
  const { data } = useQuery({
    queryKey: [listTaskItems.name, query],
    queryFn: ({ signal }) => call(listTaskItems, { query }, { signal, isSilent: true }),
    placeholderData: (before) => before,
  });
  return (
    <section>
      <h3>{t(words.items)}</h3>
      <Input.Search
        allowClear
        placeholder={t(words.search)}
        aria-label={t(words.search)}
        onSearch={(value) => {
          setWanted(value.trim());
          setPageNum(1);
        }}
      />
      {data?.list.length === 0 ? <p>{t(words.noItems)}</p> : null}
      <ul className="task-lines">
        {data?.list.map((item) => (
          <li key={item.seq}>
            <span>
              <Identifier value={item.target} />
              {item.reason ? <small>{item.reason}</small> : null}
            </span>
            <span>{t(TaskItemState.labelOf(item.state))}</span>
          </li>
        ))}
      </ul>
      {data && data.total > PAGE ? (
        <Pagination
          size="small"
          current={pageNum}
          pageSize={PAGE}
          total={data.total}
          showSizeChanger={false}
          onChange={setPageNum}
        />
      ) : null}
    </section>
  );
}
