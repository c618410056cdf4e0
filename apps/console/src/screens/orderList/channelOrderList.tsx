import { listChannelOrders } from '@cardinal/contract/api/groupBuys/channelOrders.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense } from 'react';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useCopyStep } from '../../kit/table/useCopyStep.ts';
import { useShown } from '../../kit/useShown.ts';
import { OrderNumber } from '../../parts/orders/OrderNumber.tsx';
import { ORDER_LOOKS } from '../../parts/orders/orderLooks.ts';

const OrderPanel = lazy(() => import('../../parts/orders/OrderPanel.tsx'));

const words = {
  none: text('还没有渠道订单', 'No sales-channel orders yet'),
  noneHint: text(
    '每次兑换码兑换产生的订单会列在这里，附对方的订单号与售价。',
    'Every order made by redeeming a code is listed here, with the shop’s number and price where it gave them.',
  ),
  orders: text('渠道订单', 'Orders'),
  delivered: text('已开通', 'Delivered'),
  failed: text('未开通', 'Not delivered'),
  settled: text('结算额', 'Settlement'),
};

/** Orders that came through outside shops and redeem codes. */
export default function ChannelOrderList() {
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
      cell: (row) => <OrderNumber orderNo={row.orderNo} onOpen={() => show(row.orderId)} />,
    },
    { field: 'iccid', width: 190 },
    { field: 'packageName', width: 150 },
    { field: 'state', width: 100 },
    { field: 'theirPrice', width: 100 },
    { field: 'settlementPrice', width: 90 },
    { field: 'commission', width: 100 },
    { field: 'refunded', width: 90 },
    { field: 'buyerName', width: 150 },
    { field: 'codeNo', width: 180 },
    { field: 'finishedAt', width: 150 },
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
          'codeNo',
          'batchNo',
          'salesPlatform',
          'state',
          'createdAt',
          'packageName',
        ]}
        looks={{ state: ORDER_LOOKS['lineState'] ?? {} }}
        isMoving={({ state }) => state === 1}
        figures={({ orders, delivered, failed, settled }) => [
          { key: 'orders', label: t(words.orders), value: countAmount(orders) },
          { key: 'delivered', label: t(words.delivered), value: countAmount(delivered) },
          { key: 'failed', label: t(words.failed), value: countAmount(failed) },
          ...settled.map(({ currency, amount }) => ({
            key: currency,
            label: t(words.settled),
            value: moneyAmount(amount, currency),
            unit: currency,
          })),
        ]}
        rowActions={(row) => [
          ...copyStep(fields.orderNo.label, row.orderNo),
          ...copyStep(fields.theirOrderNo.label, row.theirOrderNo ?? ''),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>{shown ? <OrderPanel id={shown} onClose={() => show(undefined)} /> : null}</Suspense>
    </>
  );
}
