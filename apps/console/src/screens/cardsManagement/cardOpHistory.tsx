import { retryRefused } from '@cardinal/contract/api/cardBatches/retry.ts';
import { EventResult, listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { lazy, Suspense, useContext, useEffect, useRef, useState } from 'react';
import { sourceOfPicked } from '../../kit/bulk/cardSource.ts';
import { ChartCard } from '../../kit/ChartCard.tsx';
import { perDayByType } from '../../kit/chart/perDayByType.ts';
import { customersFilter } from '../../kit/filters/customerFilter.tsx';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import { textFilter } from '../../kit/filters/textFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListChart } from '../../kit/list/ListChart.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useList } from '../../kit/list/useList.ts';
import { Nothing } from '../../kit/table/cells.tsx';
import type { RetrySource } from '../../parts/cardBatches/RetrySheet.tsx';
import { NumbersFilter } from '../../parts/cards/NumbersFilter.tsx';
import { NOTICE_KEYS } from '../../parts/cards/noticeKeys.ts';
import { Link } from '../../shell/Link.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { CardCell, lineId, type HistoryRow as Row, UnfoldingContext, useUnfolding } from './_history/unfolding.tsx';

const RetrySheet = lazy(() => import('../../parts/cardBatches/RetrySheet.tsx'));

const words = {
  chart: text('每天的操作次数', 'Operations per day'),
  retry: text('重跑被拒绝', 'Re-run refused'),
  retryOne: text('重跑', 'Re-run'),
  retryOf: text('重跑自 {taskNo}', 'Re-run of {taskNo}'),
  lines: text('条记录', '{n|line|lines}'),
  under: text('展开的任务', 'Task unfolded'),
  customers: text('{n} 个客户', '{n} {n|customer|customers}'),
  done: text('完成 {n}', '{n} done'),
  change: text('变更', 'Change'),
  noneHint: text(
    '对卡的每次操作，以及运营商的答复，都会记录在这里。',
    'Every operation on a card and the carrier’s response are recorded here.',
  ),
};

const LOOKS = {
  result: {
    asked: { shape: 'half', tone: 'busy' },
    done: { shape: 'disc', tone: 'good' },
    confirmed: { shape: 'disc', tone: 'good' },
    refused: { shape: 'cross', tone: 'bad' },
    timedOut: { shape: 'ring', tone: 'warning' },
    expired: { shape: 'square', tone: 'warning' },
  },
} as const;

const COLUMNS: readonly ColumnSpec<typeof listCardEvents>[] = [
  { field: 'at', pinned: 'left' },
  { field: 'iccid', width: 240, cell: (row) => <CardCell row={row} /> },
  'operationType',
  { key: 'change', title: words.change, width: 240, cell: (row) => <ChangeCell row={row} /> },
  { field: 'result', cell: (row) => <ResultCell row={row} /> },
  { key: 'moment', title: nouns.timeMachine, width: 110, cell: (row) => <MomentCell row={row} /> },
  'actorName',
  { field: 'customerName', cell: (row) => <CustomerCell row={row} /> },
  'source',
  { field: 'carrierWords', width: 200 },
  { field: 'reason', width: 180 },
  { key: 'task', title: nouns.task, width: 190, cell: (row) => <TaskCell row={row} /> },
  { field: 'carrierRef', isOff: true },
  { field: 'address', isOff: true },
];

function ResultCell({ row }: { row: Row }) {
  const t = useText();
  const isFolded = useIsFolded();
  const task = isFolded ? row.folded?.task : undefined;
  if (!task) return <StatusTag {...LOOKS.result[row.result]} word={t(EventResult.labelOf(row.result))} />;
  return (
    <Inline as="span" isWithin gap="m">
      {t(words.done, { n: countAmount(task.done) })}
      {task.failed > 0 ? <span className="is-bad">{t(sentences.failed, { n: countAmount(task.failed) })}</span> : null}
    </Inline>
  );
}

const useIsFolded = () => useContext(UnfoldingContext).isFolded;

const FOLDED = { folded: 'true' };
/** Exports and retries apply to the lines themselves. */
const FOR_THE_EYE = ['folded'];

function CustomerCell({ row }: { row: Row }) {
  const t = useText();
  const isFolded = useIsFolded();
  const n = (isFolded && row.folded?.customers) || 1;
  return n > 1 ? t(words.customers, { n }) : row.customerName;
}

function ChangeCell({ row }: { row: Row }) {
  if (row.fromValue === null && row.toValue === null) return <Nothing />;
  const to = row.toValue ?? '—';
  const change = row.fromValue === null ? to : `${row.fromValue} → ${to}`;
  return <span title={change}>{change}</span>;
}

function TaskCell({ row }: { row: Row }) {
  const t = useText();
  if (!row.taskId || !row.taskNo) return <Nothing />;
  const again = row.retryOf ? t(words.retryOf, { taskNo: row.retryOf }) : undefined;
  return (
    <span title={again}>
      <Link to={`/taskManagement/systemTask?id=${row.taskId}`}>{row.taskNo}</Link>
      {again ? <span> {again}</span> : null}
    </span>
  );
}

const FILTER_NAMES = { under: words.under };

/** The selection: single lines, and all lines of a collapsed task; each with its time. */
function linesOf(
  picked: ReturnType<typeof sourceOfPicked>,
  isFolded: boolean,
  times: ReadonlyMap<string, string>,
): RetrySource {
  if (picked.kind !== 'ids') return picked;
  const folded = new Set(isFolded ? picked.ids.filter((id) => lineId(id) === id) : []);
  const lines = [...new Set(picked.ids.map(lineId))].flatMap((id) => {
    const at = times.get(id);
    return at === undefined ? [] : [{ id, at, isFolded: folded.has(id) }];
  });
  return { kind: 'lines', lines };
}

const FILTERS: readonly FilterSpec[] = [
  'iccid',
  'operationType',
  { field: 'at' },
  'result',
  'source',
  'actorName',
  customersFilter('customerId', nouns.customer),
  textFilter('taskNo', nouns.taskNumber),
];

/** The card's state right after this line; the detail redirects to its carrier's address. */
function MomentCell({ row }: { row: Row }) {
  const t = useText();
  const isFolded = useIsFolded();
  if (isFolded && row.folded) return <Nothing />;
  const moment = new URLSearchParams({ iccid: row.iccid, tab: 'moment', at: row.at });
  return <Link to={`/cardsManagement/cardDetailLt?${moment}`}>{t(nouns.cardAtThatTime)}</Link>;
}

export default function CardOpHistory() {
  const t = useText();
  const { unfolding, unfolded } = useUnfolding();
  const { isFolded } = unfolding;
  const fixed = isFolded ? FOLDED : undefined;
  const { page } = useList(listCardEvents, { fixed });
  // Rows stay selected across pages; the server finds a line by its time.
  const times = useRef(new Map<string, string>());
  useEffect(() => {
    for (const row of unfolded(page?.list ?? [])) times.current.set(lineId(row.id), row.at);
  });
  const [retrying, setRetrying] = useState<{ source: RetrySource; done: () => void }>();
  const mayRetry = mayCall(retryRefused);
  return (
    <UnfoldingContext value={unfolding}>
      <ListScreen
        list={listCardEvents}
        unfolded={unfolded}
        fixed={fixed}
        forTheEye={FOR_THE_EYE}
        filterNames={FILTER_NAMES}
        columns={COLUMNS}
        looks={LOOKS}
        filters={FILTERS}
        shownElsewhere={NOTICE_KEYS}
        notice={
          <>
            {page && page.summary.perDay.length > 0 ? (
              <ListChart title={t(words.chart)}>
                <ChartCard
                  title={t(words.chart)}
                  chart={perDayByType(page.summary.perDay, t)}
                  asOf={page.asOf}
                  height={140}
                />
              </ListChart>
            ) : null}
            <Inline justify="between">
              <NumbersFilter hasSets={false} />
            </Inline>
          </>
        }
        unit={words.lines}
        {...(mayRetry
          ? {
              bulk: [
                {
                  key: 'retry',
                  label: words.retry,
                  call: retryRefused,
                  onPick: (picked, done) =>
                    setRetrying({ source: linesOf(sourceOfPicked(picked), isFolded, times.current), done }),
                },
              ],
              rowActions: (row: Row) =>
                (row.result === 'refused' || (isFolded && (row.folded?.task?.failed ?? 0) > 0)) && row.taskId
                  ? [
                      {
                        key: 'retry',
                        label: t(words.retryOne),
                        call: retryRefused,
                        onPick: () =>
                          setRetrying({
                            source: linesOf({ kind: 'ids', ids: [row.id] }, isFolded, times.current),
                            done: () => {},
                          }),
                      },
                    ]
                  : [],
            }
          : {})}
        empty={{ title: sentences.noOperations, hint: words.noneHint }}
      />
      {retrying ? (
        <Suspense>
          <RetrySheet source={retrying.source} onStarted={retrying.done} onClose={() => setRetrying(undefined)} />
        </Suspense>
      ) : null}
    </UnfoldingContext>
  );
}
