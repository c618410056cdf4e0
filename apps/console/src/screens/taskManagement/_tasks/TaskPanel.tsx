import { CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { tagOptions } from '@cardinal/contract/api/cards/tags.ts';
import { customerOptions } from '@cardinal/contract/api/customers/customers.ts';
import { listTaskItems, readTaskDetail } from '@cardinal/contract/api/tasks/tasks.ts';
import { TaskItemState } from '@cardinal/contract/enumerations/task.ts';
import { isTaskFinal } from '@cardinal/contract/tasks/taskStates.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { spokenDuration, wallTime } from '@cardinal/ui/moments.ts';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Alert, Button, Input } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ChartCard } from '../../../kit/ChartCard.tsx';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { OpenLink } from '../../../kit/OpenLink.tsx';
import { Pagination } from '../../../kit/table/Pagination.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { UndoSheet } from '../../../parts/cardBatches/UndoSheet.tsx';
import { TaskBar } from '../../../parts/tasks/TaskBar.tsx';
import { useTaskSteps } from '../../../parts/tasks/taskSteps.tsx';
import { Link } from '../../../shell/Link.tsx';
import { onLive } from '../../../shell/liveEvents.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { useSearch } from '../../../shell/screenContext.ts';
import { UNDO_PARAMETER } from '../../../shell/undoLink.ts';
import { TaskStatus } from './TaskStatus.tsx';
import { importBatchPath, parameterLines } from './taskParameters.ts';

const ASK_MS = 10_000;

const CopyTask = lazy(() => import('./CopyTask.tsx'));

const words = {
  failed: text('任务加载失败', 'Failed to load the task'),
  title: text('任务详情', 'Task'),
  took: text('耗时', 'Took'),
  checked: text('审批', 'Approval'),
  result: text('下载结果表', 'Download the result sheet'),
  who: text('发起', 'Started by'),
  left: text('预计剩余', 'Time left'),
  selection: text('选择', 'Selection'),
  parent: text('重试自', 'Retry of'),
  retries: text('重试任务', 'Retried as'),
  undoes: text('撤销的任务', 'Undoes'),
  undoneBy: text('撤销任务', 'Undone by'),
  noUndo: text('不能撤销', 'Cannot be undone'),
  held: text('等待恢复：{why}', 'Waiting for recovery: {why}'),
  pace: text('每分钟完成的项', 'Items completed per minute'),
  done: text('成功', 'Succeeded'),
  skipped: text('跳过', 'Skipped'),
  troubles: text('失败与跳过的原因', 'Failure and skip reasons'),
  items: text('明细', 'Items'),
  copy: text('复制为新任务', 'Copy as new'),
  openCards: text('查看这些卡的记录', 'View history of these cards'),
  search: text('按号码查找明细', 'Find items by number'),
  noItems: text('没有明细', 'No items'),
  events: text('过程', 'What happened'),
};

/** One task in full: progress, pace, failures with remedies, every item, its history. */
export function TaskPanel(props: { taskId: string | undefined; onClose: () => void }) {
  const t = useText();
  return (
    <Sheet isOpen={props.taskId !== undefined} title={t(words.title)} width={760} onClose={props.onClose}>
      {props.taskId ? <Content taskId={props.taskId} /> : null}
    </Sheet>
  );
}

function Content({ taskId }: { taskId: string }) {
  const t = useText();
  const language = useLanguage();
  const { stepsOf, sheet } = useTaskSteps();
  const [isCopying, setIsCopying] = useState(false);
  const [search, write] = useSearch();
  // In the address, so that a link opens it directly.
  const isUndoing = search.get(UNDO_PARAMETER) === taskId;
  const setUndoing = (isWanted: boolean) => {
    const next = new URLSearchParams(search);
    if (isWanted) next.set(UNDO_PARAMETER, taskId);
    else next.delete(UNDO_PARAMETER);
    write(next);
  };
  // The stream reports only the caller's own tasks, and events may be lost.
  const { data, error, refetch } = useRead(
    readTaskDetail,
    { taskId },
    { every: (data) => (data && !isTaskFinal(data.stage) ? ASK_MS : false) },
  );
  useEffect(
    () =>
      onLive('task.progress', (message) => {
        if ((message as { taskId?: string } | null)?.taskId === taskId) void refetch();
      }),
    [taskId, refetch],
  );
  const lines = useParameterLines(data?.parameters);
  if (!data) return <NotLoaded failed={words.failed} error={error} onRetry={refetch} />;
  const permission = CARD_ACTIONS[data.action as CardAction];
  const canCopy = permission !== undefined && data.undoes === null && mayCall({ permission, method: 'POST' });
  const batchPath = importBatchPath(data.action, data.parameters);
  return (
    <Stack gap="l">
      <Inline gap="l" align="baseline">
        <h2>{data.title}</h2>
        <TaskStatus task={data} />
      </Inline>
      <TaskBar counts={data} />
      {data.failure ? <Alert type="error" showIcon title={t(data.failure.words)} /> : null}
      {data.held.map((held) => (
        <Alert key={held.lane} type="warning" showIcon title={t(words.held, { why: t(held.words) })} />
      ))}
      <Inline>
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
        {canCopy ? (
          <Button size="small" onClick={() => setIsCopying(true)}>
            {t(words.copy)}
          </Button>
        ) : null}
        {data.undo.isOffered ? (
          <Button size="small" onClick={() => setUndoing(true)}>
            {t(verbs.undo)}
          </Button>
        ) : null}
      </Inline>
      {sheet}
      {isUndoing ? <UndoSheet task={data} onClose={() => setUndoing(false)} /> : null}
      <Suspense>{isCopying ? <CopyTask taskId={data.id} onClose={() => setIsCopying(false)} /> : null}</Suspense>
      <FactsList
        facts={[
          { label: nouns.taskNumber, value: <Identifier value={data.taskNo} /> },
          { label: words.who, value: [data.accountName, data.customerName].filter(Boolean).join(' · ') },
          { label: nouns.createdAt, value: <TimeText at={data.createdAt} /> },
          ...(data.durationSeconds === null
            ? []
            : [{ label: words.took, value: spokenDuration(data.durationSeconds, language) }]),
          ...(data.etaSeconds === null
            ? []
            : [{ label: words.left, value: spokenDuration(data.etaSeconds, language) }]),
          ...(data.selection ? [{ label: words.selection, value: t(data.selection) }] : []),
          ...lines.map(({ label, value, isMoment }) => ({
            label,
            value: typeof value !== 'string' ? t(value) : isMoment ? <TimeText at={value} /> : value,
          })),
          ...(batchPath
            ? [{ label: nouns.importBatch, value: <OpenLink to={batchPath}>{t(verbs.viewBatch)}</OpenLink> }]
            : []),
          ...(permission
            ? [
                {
                  label: nouns.cardOperationHistory,
                  value: (
                    <OpenLink to={`/cardsManagement/cardOpHistory?taskId=${data.id}`}>{t(words.openCards)}</OpenLink>
                  ),
                },
              ]
            : []),
          ...(data.check
            ? [{ label: words.checked, value: [data.check.by, data.check.note].filter(Boolean).join(' · ') }]
            : []),
          ...(data.parent ? [{ label: words.parent, value: <Related tasks={[data.parent]} /> }] : []),
          ...(data.undoes ? [{ label: words.undoes, value: <Related tasks={[data.undoes]} /> }] : []),
          ...(data.undoneBy.length > 0 ? [{ label: words.undoneBy, value: <Related tasks={data.undoneBy} /> }] : []),
          ...(data.undo.why ? [{ label: words.noUndo, value: t(data.undo.why) }] : []),
          ...(data.retries.length > 0 ? [{ label: words.retries, value: <Related tasks={data.retries} /> }] : []),
        ]}
      />
      {data.troubles.length > 0 ? (
        <section>
          <h3>{t(words.troubles)}</h3>
          <Stack as="ul" isDivided above="l">
            {data.troubles.map((trouble) => (
              <Inline
                as="li"
                justify="between"
                gap="m"
                isOneLine
                key={`${trouble.state} ${trouble.code} ${trouble.words.zh}`}
              >
                <span>
                  {t(trouble.words)}
                  {trouble.advice ? <small>{t(trouble.advice)}</small> : null}
                </span>
                <b>{countAmount(trouble.count)}</b>
              </Inline>
            ))}
          </Stack>
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
            categories: data.pace.map((each) => wallTime(each.minute).slice(11, 16)),
            series: [
              { key: 'done', name: t(words.done), values: data.pace.map((each) => each.done) },
              { key: 'failed', name: t(nouns.failed), values: data.pace.map((each) => each.failed), isBad: true },
              { key: 'skipped', name: t(words.skipped), values: data.pace.map((each) => each.skipped) },
            ],
          }}
        />
      ) : null}
      <Items taskId={taskId} />
      <section>
        <h3>{t(words.events)}</h3>
        <Stack as="ul" isDivided above="l">
          {data.events.map((event) => (
            <Inline as="li" justify="between" gap="m" isOneLine key={`${event.at} ${event.event}`}>
              <span>
                {t(event.words)}
                {event.by || event.worker ? (
                  <small>{[event.by, event.worker].filter(Boolean).join(' · ')}</small>
                ) : null}
              </span>
              <TimeText at={event.at} />
            </Inline>
          ))}
        </Stack>
      </section>
    </Stack>
  );
}

/** The parameters of a task as text; the caller's own tags and customers by name. */
function useParameterLines(parameters: Readonly<Record<string, unknown>> | undefined) {
  const { data: tags } = useRead(
    tagOptions,
    {},
    { enabled: parameters?.['tagIds'] !== undefined && mayCall(tagOptions) },
  );
  const target = parameters?.['targetCustomerId'];
  const { data: customers } = useRead(
    customerOptions,
    { ids: [String(target)] },
    { enabled: target !== undefined && mayCall(customerOptions) },
  );
  const named = [...(tags ?? []), ...(customers ?? [])];
  return parameterLines(parameters ?? {}, new Map(named.map(({ id, name }) => [id, name])));
}

function Related(props: { tasks: readonly { id: string; taskNo: string }[] }) {
  return props.tasks.map((task) => (
    <Link key={task.id} to={`/taskManagement/systemTask?shown=${task.id}`}>
      {task.taskNo}{' '}
    </Link>
  ));
}

const PAGE = 20;
const ITEM_LOOKS: Readonly<Record<TaskItemState, StatusLook>> = {
  waiting: { shape: 'ring', tone: 'neutral' },
  processing: { shape: 'half', tone: 'busy' },
  confirming: { shape: 'half', tone: 'busy' },
  done: { shape: 'disc', tone: 'good' },
  failed: { shape: 'cross', tone: 'bad' },
  skipped: { shape: 'square', tone: 'neutral' },
};

function Items({ taskId }: { taskId: string }) {
  const t = useText();
  const [pageNum, setPageNum] = useState(1);
  const [wanted, setWanted] = useState('');
  const query = { taskId, pageNum, pageSize: PAGE, ...(wanted ? { targetContains: wanted } : {}) };
  const { data } = useRead(listTaskItems, query, { keepsPrevious: true });
  return (
    <section>
      <Inline gap="l" align="baseline">
        <h3>{t(words.items)}</h3>
        {data && data.total > 0 && !wanted ? (
          <ExportLink list={listTaskItems} query={{ taskId }} count={data.total}>
            {t(words.result)}
          </ExportLink>
        ) : null}
      </Inline>
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
      <Stack as="ul" isDivided above="l">
        {data?.list.map((item) => (
          <Inline as="li" justify="between" gap="m" isOneLine key={item.seq}>
            <span>
              <Identifier value={item.target} />
              {item.reason ? <small>{item.reason}</small> : null}
              {item.reference ? (
                <small>
                  {t(listTaskItems.fields.reference.label)} <Identifier value={item.reference} />
                </small>
              ) : null}
            </span>
            <StatusTag {...ITEM_LOOKS[item.state]} word={t(TaskItemState.labelOf(item.state))} />
          </Inline>
        ))}
      </Stack>
      {data && data.total > PAGE ? (
        <Pagination total={data.total} isEstimate={false} pageNum={pageNum} pageSize={PAGE} onPage={setPageNum} />
      ) : null}
    </section>
  );
}
