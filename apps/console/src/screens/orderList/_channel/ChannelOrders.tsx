import { listChannelOrders } from '@cardinal/contract/api/channelStatements/channelOrders.ts';
import { listChannelDifferences } from '@cardinal/contract/api/channelStatements/differences.ts';
import { listPackageOrderRecords } from '@cardinal/contract/api/orders/packageOrders.ts';
import { ChannelDifferenceKind } from '@cardinal/contract/enumerations/channelStatement.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense } from 'react';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { type Looks, Nothing } from '../../../kit/table/cells.tsx';
import { useCopyStep } from '../../../kit/table/useCopyStep.ts';
import { useShown } from '../../../kit/useShown.ts';
import { OrderNumber } from '../../../parts/orders/OrderNumber.tsx';
import { ORDER_LOOKS } from '../../../parts/orders/orderLooks.ts';

const OrderPanel = lazy(() => import('../../../parts/orders/OrderPanel.tsx'));

const words = {
  none: text('还没有渠道订单', 'No sales-channel orders yet'),
  noneHint: text(
    '兑换码兑换产生的订单、渠道对账单里的订单都列在这里。',
    'Orders made by redeeming codes, and those in the statements of shops, are listed here.',
  ),
  orders: text('渠道订单', 'Orders'),
  delivered: text('已开通', 'Delivered'),
  failed: text('未开通', 'Not delivered'),
  ours: text('平台结算合计', 'Our settlement'),
  theirs: text('渠道结算合计', 'Their settlement'),
  unmatched: text('有差异', 'Differences'),
  record: text('退订或重试', 'Refund or retry'),
};

/** What differs is a warning: somebody decides about it in the next tab. */
const DIFFERS: Looks = Object.fromEntries(
  ChannelDifferenceKind.options.map(({ value }) => [value, { shape: 'half', tone: 'warning' } as const]),
);

/** Orders that came through outside shops and redeem codes, beside what the statements of the shops say. */
export function ChannelOrders({ onDifference }: { onDifference: (number: string) => void }) {
  const t = useText();
  const [shown, show] = useShown();
  const copyStep = useCopyStep();
  const { fields } = listChannelOrders;
  const columns: readonly ColumnSpec<typeof listChannelOrders>[] = [
    { field: 'createdAt', pinned: 'left', width: 150 },
    { field: 'salesPlatform', width: 100 },
    { field: 'theirOrderNo', width: 150 },
    {
      field: 'orderNo',
      width: 140,
      cell: ({ orderNo, orderId }) =>
        orderNo && orderId ? <OrderNumber orderNo={orderNo} onOpen={() => show(orderId)} /> : <Nothing />,
    },
    { field: 'difference', width: 120 },
    { field: 'iccid', width: 190 },
    { field: 'packageName', width: 150 },
    { field: 'state', width: 90 },
    { field: 'theirState', width: 90 },
    { field: 'theirPrice', width: 100 },
    { field: 'settlementPrice', width: 90 },
    { field: 'theirSettlement', width: 110 },
    { field: 'commission', width: 100 },
    { field: 'refunded', width: 90 },
    { field: 'settledOn', width: 110 },
    { field: 'buyerName', width: 150 },
    { field: 'codeNo', width: 180 },
    { field: 'finishedAt', width: 150 },
    { field: 'differenceNo', isOff: true },
    { field: 'sellerName', isOff: true },
    { field: 'batchNo', isOff: true },
    { field: 'currency', isOff: true },
  ];
  return (
    <>
      <ListScreen
        list={listChannelOrders}
        columns={columns}
        filters={[
          'theirOrderNo',
          'orderNo',
          'iccid',
          'difference',
          'salesPlatform',
          'createdAt',
          'codeNo',
          'state',
          'theirState',
          'packageName',
        ]}
        looks={{ state: ORDER_LOOKS['lineState'] ?? {}, difference: DIFFERS }}
        isMoving={({ state }) => state === 1}
        figures={({ orders, delivered, failed, differences, settled }) => [
          { key: 'orders', label: t(words.orders), value: countAmount(orders) },
          { key: 'delivered', label: t(words.delivered), value: countAmount(delivered) },
          { key: 'failed', label: t(words.failed), value: countAmount(failed) },
          { key: 'differences', label: t(words.unmatched), value: countAmount(differences) },
          ...settled.slice(0, 1).flatMap(({ currency, ours, theirs }) => [
            { key: 'ours', label: t(words.ours), value: moneyAmount(ours, currency), unit: currency },
            { key: 'theirs', label: t(words.theirs), value: moneyAmount(theirs, currency), unit: currency },
          ]),
        ]}
        rowActions={({ differenceNo, orderNo, theirOrderNo }) => [
          ...(differenceNo
            ? [
                {
                  key: 'difference',
                  label: t(listChannelDifferences.summary),
                  call: listChannelDifferences,
                  onPick: () => onDifference(differenceNo),
                },
              ]
            : []),
          ...(orderNo
            ? [
                {
                  key: 'record',
                  label: t(words.record),
                  call: listPackageOrderRecords,
                  isRare: true as const,
                  to: `/orderList/packageOrderRecord?orderNo=${orderNo}`,
                },
              ]
            : []),
          ...copyStep(fields.orderNo.label, orderNo ?? ''),
          ...copyStep(fields.theirOrderNo.label, theirOrderNo ?? ''),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>{shown ? <OrderPanel id={shown} onClose={() => show(undefined)} /> : null}</Suspense>
    </>
  );
}
