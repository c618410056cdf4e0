import { readPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import { listRetailOrders, remarkOrder } from '@cardinal/contract/api/retailOrders/retailOrders.ts';
import type { RetailProgress } from '@cardinal/contract/enumerations/retail.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';
import { lazy, Suspense, useState } from 'react';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import { FormDrawer } from '../../kit/form/FormDrawer.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import type { Looks } from '../../kit/table/cells.tsx';
import { useCopyStep } from '../../kit/table/useCopyStep.ts';
import { useShown } from '../../kit/useShown.ts';

const PaymentStory = lazy(() => import('../../parts/payments/PaymentStory.tsx'));

type Order = RowOf<typeof listRetailOrders>;

const words = {
  none: text('还没有公众号订单', 'No orders of public accounts yet'),
  noneHint: text(
    '终端用户在公众号里下的每个订单会列在这里。',
    'Every order that an end user places in a public account is listed here.',
  ),
  paid: text('已支付', 'Paid'),
  amount: text('支付金额 {currency}', 'Paid amount, {currency}'),
  refunded: text('退款 {currency}', 'Refunds, {currency}'),
  title: text('备注订单 {name}', 'Note on order {name}'),
  payment: text('支付单', 'Payment'),
  saved: text('备注已保存', 'Note saved'),
};

const LOOKS: Looks = {
  paying: { shape: 'ring', tone: 'neutral' },
  closed: { shape: 'square', tone: 'neutral' },
  ordering: { shape: 'half', tone: 'busy' },
  done: { shape: 'disc', tone: 'good' },
  refunding: { shape: 'half', tone: 'warning' },
  refunded: { shape: 'cross', tone: 'neutral' },
} satisfies Record<RetailProgress, StatusLook>;

/** Orders of end users in public accounts: what was paid, whether it was set up, what went back. */
export default function WechatOrderList() {
  const t = useText();
  const copyStep = useCopyStep();
  const [noted, setNoted] = useState<Order>();
  const [shown, show] = useShown();
  return (
    <>
      <ListScreen
        list={listRetailOrders}
        columns={[
          { field: 'createdAt', pinned: 'left' },
          { field: 'orderNo', width: 160 },
          { field: 'progress', width: 110 },
          { field: 'title', width: 180 },
          { field: 'price', width: 100 },
          { field: 'refunded', width: 90 },
          { field: 'iccid', width: 200 },
          { field: 'buyer', width: 100 },
          { field: 'accountName', width: 180 },
          { field: 'customerName', width: 150 },
          { field: 'collectedBy', width: 100 },
          { field: 'tradeNo', width: 170 },
          'paidAt',
          { field: 'why', width: 200 },
          { field: 'remark', width: 160 },
          { field: 'payState', isOff: true },
          { field: 'fulfilState', isOff: true },
          { field: 'finishedAt', isOff: true },
          { field: 'currency', isOff: true },
        ]}
        filters={[
          'orderNo',
          'iccid',
          customerFilter('customerId', nouns.customer),
          'createdAt',
          'payState',
          'fulfilState',
          'title',
          'paidAt',
        ]}
        looks={{ progress: LOOKS }}
        rowName={(row) => row.orderNo}
        figures={({ paid, sums }) => [
          { key: 'paid', label: t(words.paid), value: countAmount(paid) },
          ...sums.flatMap((each) => [
            {
              key: `amount ${each.currency}`,
              label: t(words.amount, { currency: each.currency }),
              value: moneyText({ minor: BigInt(each.paid), currency: each.currency }),
            },
            {
              key: `back ${each.currency}`,
              label: t(words.refunded, { currency: each.currency }),
              value: moneyText({ minor: BigInt(each.refunded), currency: each.currency }),
            },
          ]),
        ]}
        rowActions={(row) => [
          { key: 'payment', label: t(words.payment), call: readPayment, onPick: () => show(row.paymentId) },
          { key: 'remark', label: t(nouns.remark), call: remarkOrder, onPick: () => setNoted(row) },
          ...copyStep(listRetailOrders.fields.orderNo.label, row.orderNo),
          ...copyStep(listRetailOrders.fields.tradeNo.label, row.tradeNo),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Sheet isOpen={shown !== undefined} title={t(words.payment)} width={640} onClose={() => show(undefined)}>
        <Suspense>{shown === undefined ? null : <PaymentStory id={shown} />}</Suspense>
      </Sheet>
      {noted ? (
        <FormDrawer
          endpoint={remarkOrder}
          title={t(words.title, { name: noted.orderNo })}
          initial={{ id: noted.id, remark: noted.remark ?? '' }}
          fields={[{ name: 'remark', kind: 'remark', label: nouns.remark, isRequired: false }]}
          done={t(words.saved)}
          onClose={() => setNoted(undefined)}
        />
      ) : null}
    </>
  );
}
