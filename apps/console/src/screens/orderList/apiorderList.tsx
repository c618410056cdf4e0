import { listApiOrders } from '@cardinal/contract/api/orders/apiOrders.ts';
import { nouns, units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense } from 'react';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useCopyStep } from '../../kit/table/useCopyStep.ts';
import { useShown } from '../../kit/useShown.ts';
import { useRecordSteps } from '../../parts/cardBatches/useRecordSteps.tsx';
import { CARD_WORDS } from '../../parts/cards/cardColumns.tsx';
import { NumbersFilter } from '../../parts/cards/NumbersFilter.tsx';
import { NOTICE_KEYS } from '../../parts/cards/noticeKeys.ts';
import { OrderNumber } from '../../parts/orders/OrderNumber.tsx';
import { ORDER_LOOKS, orderWords } from '../../parts/orders/orderLooks.ts';

const OrderPanel = lazy(() => import('../../parts/orders/OrderPanel.tsx'));

const words = {
  none: text('还没有接口下单', 'No orders by the API yet'),
  noneHint: text(
    '客户系统用密钥下的每个订单会列在这里，可按其自己的单号查找。',
    'Every order that a customer’s own system places with its key is listed here, to be found by its own number.',
  ),
  orders: text('订单', 'Orders'),
  latest: text('最近订单', 'Latest orders'),
  rate: text('成功率', 'Delivered'),
  p95: text('用时 P95', 'Took, P95'),
  failed: text('失败：{words}', 'Failed: {words}'),
};

const FILTERS: readonly FilterSpec[] = [
  'outOrderNo',
  'orderNo',
  'keyName',
  customerFilter('under', nouns.customerAndBelow),
  'createdAt',
  'state',
  'packageName',
  'packageType',
  'currency',
];

/** Orders of customers' own systems: what became of each, how long it took, and why cards failed. */
export default function ApiOrderList() {
  const t = useText();
  const [shown, show] = useShown();
  const copyStep = useCopyStep();
  const steps = useRecordSteps();
  const columns: readonly ColumnSpec<typeof listApiOrders>[] = [
    { field: 'createdAt', pinned: 'left' },
    { field: 'outOrderNo', width: 180 },
    { field: 'orderNo', width: 140, cell: (row) => <OrderNumber orderNo={row.orderNo} onOpen={() => show(row.id)} /> },
    { field: 'customerName', width: 150 },
    { field: 'keyName', width: 130 },
    { field: 'packageName', width: 180 },
    'state',
    { field: 'lines', width: 80 },
    { field: 'settled', width: 80 },
    { field: 'failed', width: 80 },
    { field: 'failure', width: 200 },
    { field: 'price', width: 96 },
    { field: 'paid', width: 110 },
    { field: 'seconds', width: 90 },
    { field: 'repeats', width: 90 },
    { field: 'packageType', isOff: true },
    { field: 'currency', isOff: true },
  ];
  return (
    <>
      <ListScreen
        list={listApiOrders}
        columns={columns}
        filters={FILTERS}
        looks={{ state: ORDER_LOOKS['lineState'] ?? {} }}
        unit={orderWords.lines}
        shownElsewhere={NOTICE_KEYS}
        notice={<NumbersFilter hasSets={false} />}
        figures={({ orders, isPartial, lines, delivered, p95, failures }) => [
          { key: 'orders', label: t(isPartial ? words.latest : words.orders), value: countAmount(orders) },
          ...(lines === 0
            ? []
            : [{ key: 'rate', label: t(words.rate), value: ((delivered / lines) * 100).toFixed(1), unit: '%' }]),
          ...(p95 === null
            ? []
            : [{ key: 'p95', label: t(words.p95), value: countAmount(p95), unit: t(units.seconds) }]),
          ...failures.map((failure) => ({
            key: failure.words,
            label: t(words.failed, { words: failure.words }),
            value: countAmount(failure.lines),
            unit: t(CARD_WORDS.unit, { n: failure.lines }),
          })),
        ]}
        rowActions={(row) => [
          { key: 'details', label: t(nouns.details), onPick: () => show(row.id) },
          steps.retry({ taskId: row.taskId, hasFailed: row.failed > 0 }),
          ...copyStep(listApiOrders.fields.outOrderNo.label, row.outOrderNo),
          ...copyStep(listApiOrders.fields.orderNo.label, row.orderNo),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {steps.sheet}
      <Suspense fallback={null}>{shown ? <OrderPanel id={shown} onClose={() => show(undefined)} /> : null}</Suspense>
    </>
  );
}
