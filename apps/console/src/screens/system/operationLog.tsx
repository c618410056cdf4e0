import { listOperations, verifyOperations } from '@cardinal/contract/api/audit.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { OPERATION_OBJECTS, operationObject } from '@cardinal/contract/operationObjects.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../http/call.ts';
import { ChartCard } from '../../kit/ChartCard.tsx';
import type { FilterSpec, OwnFilter } from '../../kit/filters/FilterForm.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useList } from '../../kit/list/useList.ts';
import { Nothing } from '../../kit/table/cells.tsx';
import { Can } from '../../shell/Can.tsx';
import { Link } from '../../shell/Link.tsx';
import { toast } from '../../shell/toasts.ts';
import { Difference } from './_logs/Difference.tsx';

const words = {
  verify: text('校验日志链', 'Verify the chain'),
  whole: text(
    '校验通过：{n} 条连续且未被改动，{waiting} 条等待封存',
    'Whole: {n} {n|row|rows} in order and unchanged, {waiting} not sealed yet',
  ),
  broken: text('第 {seq} 号不符：{problem}', 'Number {seq} does not fit: {problem}'),
  perDay: text('每天的操作', 'Operations per day'),
  done: text('成功', 'Done'),
  refused: text('被拒绝', 'Refused'),
  all: text('全部', 'All'),
  detail: text('详情', 'Details'),
  title: text('操作详情', 'Operation'),
  none: text('还没有操作记录', 'No operations yet'),
  noneHint: text('每次修改和每次被拒绝的操作都会记录在这里。', 'Every change and every refused attempt is kept here.'),
};

type Row = RowOf<typeof listOperations>;
const LOOKS = {
  result: { done: { shape: 'disc', tone: 'good' }, refused: { shape: 'cross', tone: 'bad' } },
} as const;
/** What the line is about, by its word; a kind nobody named yet stays as it is. */
function ObjectKind({ kind }: { kind: string | null }) {
  const t = useText();
  if (kind === null) return <Nothing />;
  const word = operationObject(kind);
  return word ? t(word) : kind;
}

const COLUMNS: readonly ColumnSpec<typeof listOperations>[] = [
  { field: 'at', pinned: 'left' },
  { field: 'operationType', width: 176 },
  { field: 'result', width: 90 },
  { field: 'actorName', width: 110 },
  { field: 'objectKind', width: 120, cell: (row) => <ObjectKind kind={row.objectKind} /> },
  { field: 'summary', width: 220 },
  'customerName',
  'objectId',
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
const FILTERS: readonly FilterSpec[] = [
  'operationType',
  { field: 'at' },
  'actorName',
  'result',
  OBJECT,
  'objectId',
  'summary',
  'address',
  'requestId',
];

function ObjectFilter(props: { id: string; value: string[]; onValue: (kinds: string[]) => void }) {
  const t = useText();
  return (
    <Select
      id={props.id}
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={t(words.all)}
      showSearch={{ optionFilterProp: 'label' }}
      value={props.value}
      options={OPERATION_OBJECTS.map(({ kind, label }) => ({ value: kind, label: t(label) }))}
      onChange={props.onValue}
    />
  );
}

/** How many operations each day, the refused ones on top. */
function PerDay() {
  const t = useText();
  const { page } = useList(listOperations);
  if (!page || page.summary.perDay.length < 2) return null;
  const days = page.summary.perDay;
  return (
    <ChartCard
      title={t(words.perDay)}
      height={100}
      asOf={page.asOf}
      chart={{
        shape: 'columns',
        measure: 'count',
        isStacked: true,
        categories: days.map(({ day }) => day.slice(5)),
        series: [
          { key: 'done', name: t(words.done), values: days.map(({ count, refused }) => count - refused) },
          { key: 'refused', name: t(words.refused), values: days.map(({ refused }) => refused), isBad: true },
        ],
      }}
    />
  );
}

const FACTS = [
  'actorName',
  'customerName',
  'objectKind',
  'objectId',
  'summary',
  'endpoint',
  'permission',
  'address',
  'requestId',
] as const;

export default function OperationLog() {
  const t = useText();
  const [shown, setShown] = useState<Row>();
  const [isVerifying, setIsVerifying] = useState(false);

  const verify = async () => {
    setIsVerifying(true);
    try {
      const found = await call(verifyOperations);
      if (found.isWhole) toast.success(t(words.whole, { n: countAmount(found.checked), waiting: found.unsealed }));
      else toast.error(t(words.broken, { seq: found.brokenAt ?? '', problem: found.problem ?? '' }));
    } finally {
      setIsVerifying(false);
    }
  };

  return (
    <>
      <ListScreen
        list={listOperations}
        columns={COLUMNS}
        filters={FILTERS}
        notice={<PerDay />}
        looks={LOOKS}
        rowActions={(row) => [{ key: 'detail', label: t(words.detail), onPick: () => setShown(row) }]}
        actions={
          <Can call={verifyOperations}>
            <Button loading={isVerifying} onClick={() => void verify()}>
              {t(words.verify)}
            </Button>
          </Can>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Sheet isOpen={shown !== undefined} title={t(words.title)} width={640} onClose={() => setShown(undefined)}>
        {shown ? <Detail row={shown} /> : null}
      </Sheet>
    </>
  );
}

function Detail({ row }: { row: Row }) {
  const t = useText();
  return (
    <>
      <dl className="facts-list">
        <dt>{t(listOperations.fields.at.label)}</dt>
        <dd>
          <TimeText at={row.at} />
        </dd>
        {FACTS.filter((name) => row[name] !== null && row[name] !== '').map((name) => (
          <FactLine
            key={name}
            label={t(listOperations.fields[name].label)}
            value={name === 'objectKind' ? <ObjectKind kind={row.objectKind} /> : String(row[name])}
          />
        ))}
        {row.taskId === null ? null : (
          <FactLine
            label={t(listOperations.fields.taskId.label)}
            value={<Link to={`/taskManagement/systemTask?shown=${row.taskId}`}>{row.taskId}</Link>}
          />
        )}
      </dl>
      <Difference before={row.before} after={row.after} />
    </>
  );
}

function FactLine(props: { label: string; value: ReactNode }) {
  return (
    <>
      <dt>{props.label}</dt>
      <dd>{props.value}</dd>
    </>
  );
}
