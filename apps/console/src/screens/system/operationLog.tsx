import { listOperations, verifyOperations } from '@cardinal/contract/api/audit/audit.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { OPERATION_OBJECTS } from '@cardinal/contract/operationObjects.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { ChartCard } from '../../kit/ChartCard.tsx';
import { perDayByType } from '../../kit/chart/perDayByType.ts';
import { FactsList } from '../../kit/FactsList.tsx';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import { ManyChoices } from '../../kit/filters/FilterControls.tsx';
import type { FilterSpec, OwnFilter } from '../../kit/filters/FilterForm.tsx';
import { textFilter } from '../../kit/filters/textFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListChart } from '../../kit/list/ListChart.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useList } from '../../kit/list/useList.ts';
import { OpenLink } from '../../kit/OpenLink.tsx';
import { useSearch } from '../../shell/screenContext.ts';
import { Difference } from './_logs/Difference.tsx';
import { cardHistoryPath, ObjectId, ObjectKind, TaskNumber } from './_logs/operationLinks.tsx';

const VerifySheet = lazy(() => import('./_logs/VerifySheet.tsx'));

const words = {
  perDay: text('每天的操作', 'Operations per day'),
  title: text('操作详情', 'Operation'),
  noneHint: text(
    '每次修改和每次被拒绝的操作都会记录在这里。',
    'Every change and every refused operation is recorded here.',
  ),
};

type Row = RowOf<typeof listOperations>;
const LOOKS = {
  result: { done: { shape: 'disc', tone: 'good' }, refused: { shape: 'cross', tone: 'bad' } },
} as const;
const COLUMNS: readonly ColumnSpec<typeof listOperations>[] = [
  { field: 'at', pinned: 'left' },
  { field: 'operationType', width: 176 },
  { field: 'result', width: 90 },
  { field: 'actorName', width: 110 },
  { field: 'objectKind', width: 120, cell: (row) => <ObjectKind kind={row.objectKind} /> },
  { field: 'summary', width: 220 },
  'customerName',
  { field: 'actingFor', width: 110 },
  { field: 'objectId', width: 160, cell: (row) => <ObjectId row={row} /> },
  { field: 'taskNo', width: 180, cell: (row) => <TaskNumber row={row} /> },
  'address',
  { field: 'requestId', isOff: true },
  { field: 'endpoint', isOff: true },
  { field: 'permission', isOff: true },
];

const OBJECT: OwnFilter = {
  keys: ['objectKind'],
  label: listOperations.fields.objectKind.label,
  control: ({ id, filters, change }) => (
    <ObjectFilter id={id} value={[filters['objectKind'] ?? []].flat()} onValue={(next) => change('objectKind', next)} />
  ),
};
const TASK = textFilter('taskNo', listOperations.fields.taskNo.label);
const FILTERS: readonly FilterSpec[] = [
  'operationType',
  { field: 'at' },
  'actorName',
  'result',
  OBJECT,
  customerFilter('underCustomerId', nouns.customerAndBelow),
  TASK,
  'objectId',
  'summary',
  'address',
  'requestId',
];

function ObjectFilter(props: { id: string; value: string[]; onValue: (kinds: string[]) => void }) {
  const t = useText();
  return (
    <ManyChoices {...props} options={OPERATION_OBJECTS.map(({ kind, label }) => ({ value: kind, label: t(label) }))} />
  );
}

/** The operations of each day by their type. */
function PerDay() {
  const t = useText();
  const { page } = useList(listOperations);
  if (!page || page.summary.perDay.length < 2) return null;
  return (
    <ListChart title={t(words.perDay)}>
      <ChartCard title={t(words.perDay)} height={110} asOf={page.asOf} chart={perDayByType(page.summary.perDay, t)} />
    </ListChart>
  );
}

const FACTS = [
  'actorName',
  'customerName',
  'actingFor',
  'objectKind',
  'objectId',
  'summary',
  'taskNo',
  'endpoint',
  'permission',
  'address',
  'requestId',
] as const;

export default function OperationLog() {
  const t = useText();
  const [shown, setShown] = useState<Row>();
  const [isVerifying, setIsVerifying] = useState(false);
  const [search] = useSearch();
  const [from, to] = [search.get('atFrom'), search.get('atTo')];

  return (
    <>
      <ListScreen
        list={listOperations}
        columns={COLUMNS}
        filters={FILTERS}
        notice={<PerDay />}
        looks={LOOKS}
        rowActions={(row) => [{ key: 'detail', label: t(nouns.details), onPick: () => setShown(row) }]}
        actions={
          <>
            <OpenLink to={cardHistoryPath(search)}>{t(nouns.cardOperationHistory)}</OpenLink>
            <CallButton call={verifyOperations} onClick={() => setIsVerifying(true)}>
              {t(verbs.verifyLogChain)}
            </CallButton>
          </>
        }
        empty={{ title: sentences.noOperations, hint: words.noneHint }}
      />
      <Sheet isOpen={shown !== undefined} title={t(words.title)} width={640} onClose={() => setShown(undefined)}>
        {shown ? <Detail row={shown} /> : null}
      </Sheet>
      <Suspense>
        {isVerifying ? (
          <VerifySheet period={from && to ? [from, to] : undefined} onClose={() => setIsVerifying(false)} />
        ) : null}
      </Suspense>
    </>
  );
}

function shownOf(name: (typeof FACTS)[number], row: Row): ReactNode {
  if (name === 'objectKind') return <ObjectKind kind={row.objectKind} />;
  if (name === 'objectId') return <ObjectId row={row} />;
  if (name === 'taskNo') return <TaskNumber row={row} />;
  return row[name];
}

function Detail({ row }: { row: Row }) {
  const { fields } = listOperations;
  return (
    <>
      <FactsList
        facts={[
          { label: fields.at.label, value: <TimeText at={row.at} /> },
          ...FACTS.filter((name) => row[name] !== null && row[name] !== '').map((name) => ({
            label: fields[name].label,
            value: shownOf(name, row),
          })),
        ]}
      />
      <Difference before={row.before} after={row.after} names={row.fieldNames} />
    </>
  );
}
