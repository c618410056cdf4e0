import { listDeductions, readDeduction, rerateDeductions } from '@cardinal/contract/api/deductions/records.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, Suspense, useState } from 'react';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import { textFilter } from '../../kit/filters/textFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { Link } from '../../shell/Link.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { DEDUCTION_LOOKS, detailsOf } from './_deductions/deductionLooks.ts';

const Rerate = lazy(() => import('./_deductions/Rerate.tsx'));

const words = {
  none: text('还没有扣费', 'Nothing has been charged yet'),
  noneHint: text(
    '实时扣费启用后，每分钟的扣费会列在这里。',
    'Once a tariff is on, what each minute charged is listed here.',
  ),
  today: text('今日扣费（{currency}）', 'Today ({currency})'),
  cycle: text('本月扣费（{currency}）', 'This month ({currency})'),
  waiting: text('待余额（{currency}）', 'Waiting for balance ({currency})'),
  tariff: text('扣费配置', 'Tariff'),
};
const FIGURES = ['today', 'cycle', 'waiting'] as const;
const LOOKS = { state: DEDUCTION_LOOKS };

const FILTERS: readonly FilterSpec[] = [
  'at',
  customerFilter('customerId', nouns.customer),
  textFilter('iccid', nouns.iccid),
  'state',
  'kind',
  'type',
  'source',
  'payer',
  'amount',
  'transactionNo',
  'currency',
];

type Row = RowOf<typeof listDeductions>;

/** What pay-per-use charged: each run with what it was for. */
export default function RealTimeDeductionRecords() {
  const t = useText();
  const [rerating, setRerating] = useState<Row>();
  const mayOpen = mayCall(readDeduction);
  const columns: readonly ColumnSpec<typeof listDeductions>[] = [
    {
      field: 'at',
      pinned: 'left',
      width: 170,
      cell: ({ id, at }) =>
        mayOpen ? (
          <Link to={detailsOf(id)}>
            <TimeText at={at} />
          </Link>
        ) : (
          <TimeText at={at} />
        ),
    },
    { field: 'customerName', width: 150 },
    { field: 'amount', width: 110 },
    { field: 'state', width: 110 },
    { field: 'kind', width: 110 },
    { field: 'cards', width: 80 },
    { field: 'bytes', width: 100 },
    { field: 'packageBytes', width: 100 },
    { field: 'chargedBytes', width: 100 },
    { field: 'unitPrice', width: 110, isNumeric: true },
    { field: 'balance', width: 120 },
    { field: 'cycle', width: 90 },
    { field: 'type', width: 140 },
    { field: 'source', width: 80 },
    { field: 'payer', width: 130 },
    { field: 'ownerName', width: 130 },
    { field: 'transactionNo', width: 160, isOff: true },
    { field: 'fromAt', isOff: true },
    { field: 'toAt', isOff: true },
    { field: 'postedAt', isOff: true },
    { field: 'revision', isOff: true },
    { field: 'currency', isOff: true },
  ];
  return (
    <>
      <ListScreen
        list={listDeductions}
        columns={columns}
        filters={FILTERS}
        filterNames={{ tariffId: words.tariff }}
        looks={LOOKS}
        figures={({ sums }) =>
          sums.slice(0, 1).flatMap((sum) =>
            FIGURES.map((name) => ({
              key: name,
              label: t(words[name], { currency: sum.currency }),
              value: moneyAmount(sum[name], sum.currency),
            })),
          )
        }
        rowActions={(row) =>
          row.isOwn && mayCall(rerateDeductions)
            ? [{ key: 'rerate', label: t(rerateDeductions.summary), onPick: () => setRerating(row) }]
            : []
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {rerating ? <Rerate of={rerating} onClose={() => setRerating(undefined)} /> : null}
      </Suspense>
    </>
  );
}
