import { listPackageOrderRecords } from '@cardinal/contract/api/orders/packageOrders.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense } from 'react';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import { textFilter } from '../../kit/filters/textFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { useCopyStep } from '../../kit/table/useCopyStep.ts';
import { useShown } from '../../kit/useShown.ts';
import { useRecordSteps } from '../../parts/cardBatches/useRecordSteps.tsx';
import { CardNumber } from '../../parts/cards/CardNumber.tsx';
import { NumbersFilter } from '../../parts/cards/NumbersFilter.tsx';
import { NOTICE_KEYS } from '../../parts/cards/noticeKeys.ts';
import { OrderNumber } from '../../parts/orders/OrderNumber.tsx';
import { ORDER_LOOKS, orderWords } from '../../parts/orders/orderLooks.ts';
import { PackageVolume } from '../../parts/packages/packageTerms.tsx';

const OrderPanel = lazy(() => import('../../parts/orders/OrderPanel.tsx'));

const words = {
  none: text('还没有套餐订购', 'No packages ordered yet'),
  noneHint: text(
    '为卡订购的每个套餐都会列在这里，无论是否成功。',
    'Every package ordered for a card is listed here, delivered or not.',
  ),
};

const FILTERS: readonly FilterSpec[] = [
  'iccid',
  textFilter('businessNumber', listPackageOrderRecords.fields.businessNumber.label),
  'packageName',
  customerFilter('under', nouns.customerAndBelow),
  'createdAt',
  'lineState',
  'usageState',
  'orderNo',
  'platform',
  'packageType',
  'source',
  'startsAt',
  'endsAt',
  'currency',
];

/** Packages ordered for cards, one row a card: what became of each order, and what its level paid and earned. */
export default function PackageOrderRecord() {
  const t = useText();
  const [shown, show] = useShown();
  const copyStep = useCopyStep();
  const steps = useRecordSteps();
  const columns: readonly ColumnSpec<typeof listPackageOrderRecords>[] = [
    { field: 'createdAt', pinned: 'left' },
    { field: 'iccid', width: 220, cell: (row) => <CardNumber iccid={row.iccid} /> },
    { field: 'businessNumber', width: 130 },
    { field: 'packageName', width: 180 },
    { field: 'customerName', width: 150 },
    'lineState',
    'usageState',
    { field: 'price', width: 96 },
    { field: 'margin', width: 96 },
    'endsAt',
    'startsAt',
    { field: 'cost', width: 96 },
    { field: 'refunded', width: 96 },
    {
      field: 'orderNo',
      width: 140,
      cell: (row) => <OrderNumber orderNo={row.orderNo} onOpen={() => show(row.orderId)} />,
    },
    { field: 'failure', width: 200 },
    'source',
    { field: 'operatorName', width: 110 },
    { field: 'platform', isOff: true },
    { field: 'packageType', isOff: true },
    { field: 'effectiveType', isOff: true },
    {
      field: 'flowBytes',
      isOff: true,
      cell: (row) => (row.usageState === null ? <Nothing /> : <PackageVolume bytes={row.flowBytes} />),
    },
    { field: 'voiceSeconds', isOff: true },
    { field: 'currency', isOff: true },
  ];
  return (
    <>
      <ListScreen
        list={listPackageOrderRecords}
        columns={columns}
        filters={FILTERS}
        looks={ORDER_LOOKS}
        unit={orderWords.lines}
        shownElsewhere={NOTICE_KEYS}
        notice={<NumbersFilter hasSets={false} />}
        rowActions={(row) => [
          { key: 'details', label: t(nouns.details), onPick: () => show(row.orderId) },
          steps.unsubscribe(row),
          steps.retry({ taskId: row.taskId, hasFailed: row.lineState === FulfilmentState.values.failed }),
          steps.orderAgain(row),
          ...copyStep(listPackageOrderRecords.fields.orderNo.label, row.orderNo),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {steps.sheet}
      <Suspense fallback={null}>{shown ? <OrderPanel id={shown} onClose={() => show(undefined)} /> : null}</Suspense>
    </>
  );
}
