import { listUnsubscribeRecords } from '@cardinal/contract/api/orders/packageOrders.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { lazy, Suspense } from 'react';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import { textFilter } from '../../kit/filters/textFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useCopyStep } from '../../kit/table/useCopyStep.ts';
import { useShown } from '../../kit/useShown.ts';
import { useRecordSteps } from '../../parts/cardBatches/useRecordSteps.tsx';
import { CardNumber } from '../../parts/cards/CardNumber.tsx';
import { NumbersFilter } from '../../parts/cards/NumbersFilter.tsx';
import { NOTICE_KEYS } from '../../parts/cards/noticeKeys.ts';
import { OrderNumber } from '../../parts/orders/OrderNumber.tsx';
import { ORDER_LOOKS, orderWords } from '../../parts/orders/orderLooks.ts';

const OrderPanel = lazy(() => import('../../parts/orders/OrderPanel.tsx'));

const words = {
  none: text('还没有退订', 'Nothing unsubscribed yet'),
  noneHint: text(
    '提前结束的套餐和退还的金额会列在这里。',
    'Packages that ended early and what was given back for them are listed here.',
  ),
  refunds: text('退款合计', 'Refunded in all'),
  partly: text('前 {n} 条合计', 'Of the first {n}'),
  days: text('{left} / {whole} 天', '{left} of {whole} days'),
  whole: text('全部', 'All of it'),
  noOrder: text('套餐不是订购的，没有订单', 'The package was not ordered and has no order'),
};

const FILTERS: readonly FilterSpec[] = [
  'iccid',
  textFilter('businessNumber', listUnsubscribeRecords.fields.businessNumber.label),
  'packageName',
  customerFilter('under', nouns.customerAndBelow),
  'createdAt',
  'stateBefore',
  'rule',
  'amount',
  'channel',
  'orderNo',
  'platform',
  'packageType',
  'currency',
];
type Row = { readonly rule: string; readonly left: { readonly of: string; readonly whole: string } };

/** How much was left of a package, as its rule counts it. */
function Left({ row: { rule, left } }: { row: Row }) {
  const t = useText();
  if (left.of === '0') return '0';
  if (left.of === left.whole) return t(words.whole);
  if (rule === 'proRataDays') return t(words.days, { left: countAmount(left.of), whole: countAmount(left.whole) });
  return <Volume bytes={left.of} />;
}

/** Packages ended before their time, by whom and why, and what was given back at each level one may see. */
export default function UnsubscribeRecord() {
  const t = useText();
  const [shown, show] = useShown();
  const copyStep = useCopyStep();
  const steps = useRecordSteps();
  const columns: readonly ColumnSpec<typeof listUnsubscribeRecords>[] = [
    { field: 'createdAt', pinned: 'left' },
    { field: 'iccid', width: 220, cell: (row) => <CardNumber iccid={row.iccid} /> },
    { field: 'businessNumber', width: 130 },
    { field: 'packageName', width: 180 },
    { field: 'customerName', width: 150 },
    'stateBefore',
    { field: 'amount', width: 96 },
    { field: 'left', width: 110, cell: (row) => <Left row={row} /> },
    { field: 'price', width: 96 },
    { field: 'costBack', width: 110 },
    { field: 'marginBack', width: 110 },
    'rule',
    { field: 'reason', width: 160 },
    {
      field: 'orderNo',
      width: 140,
      cell: (row) => <OrderNumber orderNo={row.orderNo} onOpen={() => show(row.orderId ?? undefined)} />,
    },
    'channel',
    { field: 'operatorName', width: 110 },
    { field: 'taskNo', isOff: true },
    { field: 'platform', isOff: true },
    { field: 'packageType', isOff: true },
    { field: 'currency', isOff: true },
  ];
  return (
    <>
      <ListScreen
        list={listUnsubscribeRecords}
        columns={columns}
        filters={FILTERS}
        looks={ORDER_LOOKS}
        unit={orderWords.lines}
        shownElsewhere={NOTICE_KEYS}
        notice={<NumbersFilter hasSets={false} />}
        figures={({ sums, isPartial }) =>
          sums.slice(0, 3).map(({ currency, rows, amount }) => ({
            key: currency,
            label: isPartial ? t(words.partly, { n: countAmount(rows) }) : t(words.refunds),
            value: moneyAmount(amount, currency),
            unit: currency,
          }))
        }
        rowActions={(row) => [
          {
            key: 'details',
            label: t(nouns.details),
            disabled: row.orderId === null && t(words.noOrder),
            onPick: () => show(row.orderId ?? undefined),
          },
          steps.orderAgain(row),
          ...copyStep(listUnsubscribeRecords.fields.orderNo.label, row.orderNo),
          ...copyStep(listUnsubscribeRecords.fields.taskNo.label, row.taskNo),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {steps.sheet}
      <Suspense fallback={null}>{shown ? <OrderPanel id={shown} onClose={() => show(undefined)} /> : null}</Suspense>
    </>
  );
}
