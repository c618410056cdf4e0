import { listConsumption, reconcileConsumption } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useCopyStep } from '../../kit/table/useCopyStep.ts';
import { useShown } from '../../kit/useShown.ts';
import { businessPath } from '../../parts/customerAccounts/businessPlaces.ts';
import { Link } from '../../shell/Link.tsx';
import { useSearch } from '../../shell/screenContext.ts';
import { useSignedIn } from '../../shell/signedIn.ts';
import { moneyFlow } from './_consumption/flowWords.ts';
import { periodOf } from './_consumption/period.ts';
import { Summary } from './_consumption/Summary.tsx';

const ReconcileSheet = lazy(() => import('./_consumption/ReconcileSheet.tsx'));
const TransactionSheet = lazy(() => import('../../parts/customerAccounts/TransactionSheet.tsx'));

const words = {
  direction: text('方向', 'Direction'),
  none: text('还没有消费记录', 'No consumption yet'),
  noneHint: text('余额的每一笔变动都会列在这里。', 'Every change of a balance is listed here.'),
};

const FILTERS: readonly FilterSpec[] = [
  { field: 'at' },
  customerFilter('customerId', nouns.customer),
  customerFilter('under', nouns.customerAndBelow),
  'consumeType',
  'kind',
  'businessNo',
  'amount',
  choiceFilter('direction', words.direction, () => {
    const t = useText();
    return [
      { value: 'in', label: t(moneyFlow.moneyIn) },
      { value: 'out', label: t(moneyFlow.moneyOut) },
    ];
  }),
  'currency',
];

/** Every change of the balances of one's own customer and those below, with what it was for. */
export default function UserConsumptionRecord() {
  const t = useText();
  const [search] = useSearch();
  const [shown, show] = useShown();
  const copyStep = useCopyStep();
  const own = useSignedIn((state) => state.me?.customer.id);
  const [isReconciling, setIsReconciling] = useState(false);
  const period = periodOf(search);
  const columns: readonly ColumnSpec<typeof listConsumption>[] = [
    { field: 'at', pinned: 'left' },
    { field: 'customerName', width: 150 },
    { field: 'consumeType', width: 120 },
    { field: 'kind', width: 96 },
    {
      field: 'businessNo',
      width: 150,
      cell: (row) => {
        const path = businessPath(row);
        if (path) return <Link to={path}>{row.businessNo}</Link>;
        return row.businessNo ? <Identifier value={row.businessNo} groupOf={64} /> : null;
      },
    },
    {
      field: 'amount',
      width: 130,
      isNumeric: true,
      cell: (row) => <Money minor={row.amount} currency={row.currency} onExplain={() => show(row.transactionId)} />,
    },
    { field: 'balance', width: 130 },
    { field: 'operatorName', width: 110 },
    { field: 'remark', width: 160 },
    { field: 'accountKind', isOff: true },
    { field: 'currency', isOff: true },
  ];
  return (
    <>
      <ListScreen
        list={listConsumption}
        columns={columns}
        filters={FILTERS}
        notice={<Summary period={period} />}
        rowActions={(row) => [
          { key: 'details', label: t(nouns.details), onPick: () => show(row.transactionId) },
          ...copyStep(listConsumption.fields.businessNo.label, row.businessNo),
        ]}
        actions={
          <CallButton call={reconcileConsumption} onClick={() => setIsReconciling(true)}>
            {t(moneyWords.reconcile)}
          </CallButton>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {isReconciling && own ? (
          <ReconcileSheet
            period={{ ...period, customerId: period.customerId ?? period.under ?? own }}
            onTransaction={show}
            onClose={() => setIsReconciling(false)}
          />
        ) : null}
        {shown ? <TransactionSheet id={shown} onClose={() => show(undefined)} /> : null}
      </Suspense>
    </>
  );
}
