import { retryCases } from '@cardinal/contract/api/retailOrders/deskCases.ts';
import { queryOrderPayment, refundOrder } from '@cardinal/contract/api/retailOrders/refunding.ts';
import { listRetailOrders, remarkOrder } from '@cardinal/contract/api/retailOrders/retailOrders.ts';
import { RetailProgress } from '@cardinal/contract/enumerations/retail.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { useChange } from '../../kit/change.ts';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import { FormDrawer } from '../../kit/form/FormDrawer.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useCopyStep } from '../../kit/table/useCopyStep.ts';
import { useShown } from '../../kit/useShown.ts';
import { toast } from '../../shell/toasts.ts';
import { PROGRESS_LOOKS, retailWords } from './_retail/retailWords.ts';

const RetailOrderPanel = lazy(() => import('./_retail/RetailOrderPanel.tsx'));
const RefundForm = lazy(() => import('./_retail/RefundForm.tsx'));

type Order = RowOf<typeof listRetailOrders>;

const words = {
  none: text('还没有公众号订单', 'No orders of public accounts yet'),
  noneHint: text(
    '终端用户在公众号里下的每个订单会列在这里。',
    'Every order that an end user places in a public account is listed here.',
  ),
  paid: text('已支付', 'Paid'),
  amount: text('支付金额 {currency}', 'Paid amount, {currency}'),
  retried: text('正在开通', 'Being set up'),
  refunded: text('退款 {currency}', 'Refunds, {currency}'),
};

/** These go on by themselves. */
const MOVING: ReadonlySet<RetailProgress> = new Set(['paying', 'ordering', 'refunding']);
/** Of these something may go back. */
const REFUNDABLE: ReadonlySet<RetailProgress> = new Set(['done', 'stuck', 'partly']);

/** Orders of end users in public accounts: what was paid, whether it was set up, what went back. */
export default function WechatOrderList() {
  const t = useText();
  const copyStep = useCopyStep();
  const [noted, setNoted] = useState<Order>();
  const [shown, show] = useShown();
  const [refunded, setRefunded] = useState<string>();
  const querying = useChange(queryOrderPayment, {
    done: ({ progress }) => t(RetailProgress.labelOf(progress)),
  });
  const retrying = useChange(retryCases, {
    onDone: ({ started, refused }) =>
      started > 0 ? toast.success(t(words.retried)) : toast.error(refused[0]?.why ?? ''),
  });
  return (
    <>
      <ListScreen
        list={listRetailOrders}
        isMoving={({ progress }) => MOVING.has(progress)}
        columns={[
          { field: 'createdAt', pinned: 'left' },
          { field: 'orderNo', width: 160 },
          { field: 'progress', width: 110 },
          { field: 'type', width: 100 },
          { field: 'title', width: 180 },
          { field: 'price', width: 100 },
          { field: 'refunded', width: 90 },
          { field: 'iccid', width: 200 },
          { field: 'buyer', width: 100 },
          { field: 'accountName', width: 180 },
          { field: 'source', width: 90, isOff: true },
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
          'source',
          'iccid',
          customerFilter('customerId', nouns.customer),
          'createdAt',
          'type',
          'payState',
          'fulfilState',
          'title',
          'paidAt',
        ]}
        looks={{ progress: PROGRESS_LOOKS }}
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
          { key: 'details', label: t(nouns.details), onPick: () => show(row.id) },
          ...(REFUNDABLE.has(row.progress)
            ? [{ key: 'refund', label: t(retailWords.refund), call: refundOrder, onPick: () => setRefunded(row.id) }]
            : []),
          ...(row.progress === 'stuck'
            ? [
                {
                  key: 'retry',
                  label: t(verbs.retry),
                  call: retryCases,
                  onPick: () => void retrying.run({ body: { ids: [row.id] } }),
                },
              ]
            : []),
          ...(row.progress === 'paying' || row.progress === 'closed'
            ? [
                {
                  key: 'query',
                  label: t(retailWords.query),
                  call: queryOrderPayment,
                  onPick: () => void querying.run({ body: { id: row.id } }),
                },
              ]
            : []),
          { key: 'remark', label: t(nouns.remark), call: remarkOrder, onPick: () => setNoted(row) },
          ...copyStep(listRetailOrders.fields.orderNo.label, row.orderNo),
          ...copyStep(listRetailOrders.fields.tradeNo.label, row.tradeNo),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {shown ? <RetailOrderPanel id={shown} onClose={() => show(undefined)} /> : null}
        {refunded ? <RefundForm id={refunded} onClose={() => setRefunded(undefined)} /> : null}
      </Suspense>
      {noted ? (
        <FormDrawer
          endpoint={remarkOrder}
          title={t(retailWords.noteTitle, { name: noted.orderNo })}
          initial={{ id: noted.id, remark: noted.remark ?? '' }}
          fields={[{ name: 'remark', kind: 'remark', label: nouns.remark, isRequired: false }]}
          done={t(retailWords.noted)}
          onClose={() => setNoted(undefined)}
        />
      ) : null}
    </>
  );
}
