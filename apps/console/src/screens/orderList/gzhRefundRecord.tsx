import { listRetailRefunds, queryRetailRefund } from '@cardinal/contract/api/retailOrders/refunding.ts';
import { RefundState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense } from 'react';
import { useChange } from '../../kit/change.ts';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useCopyStep } from '../../kit/table/useCopyStep.ts';
import { useShown } from '../../kit/useShown.ts';
import { REFUND_LOOKS, retailWords } from './_retail/retailWords.ts';

const RetailRefundPanel = lazy(() => import('./_retail/RetailRefundPanel.tsx'));

const words = {
  none: text('还没有公众号退款', 'No refunds to end users yet'),
  noneHint: text(
    '退给终端用户的每一笔款项列在这里，直到支付渠道确认。',
    'Every refund to an end user is listed here until the provider has confirmed it.',
  ),
  going: text('退款中（{currency}）', 'Being refunded ({currency})'),
  cases: text('{n} 笔', '{n} {n|refund|refunds}'),
  abnormal: text('待人工处理', 'For a person'),
  done: text('已退（{currency}）', 'Refunded ({currency})'),
  rate: text('近 30 天退款率', 'Refunded in 30 days'),
};

/** Money on its way back to end users, until the provider says it is there. */
export default function GzhRefundRecord() {
  const t = useText();
  const copyStep = useCopyStep();
  const [shown, show] = useShown();
  const querying = useChange(queryRetailRefund, { done: ({ state }) => t(RefundState.labelOf(state)) });
  return (
    <>
      <ListScreen
        list={listRetailRefunds}
        isMoving={({ state }) => state === 'asked' || state === 'going'}
        columns={[
          { field: 'createdAt', pinned: 'left' },
          { field: 'refundNo', width: 160 },
          { field: 'state', width: 130 },
          { field: 'amount', width: 100 },
          { field: 'source', width: 110 },
          { field: 'reason', width: 170 },
          { field: 'orderNo', width: 150 },
          { field: 'title', width: 160 },
          { field: 'iccid', width: 200 },
          { field: 'buyer', width: 100 },
          { field: 'operator', width: 110 },
          'doneAt',
          { field: 'words', width: 160 },
          { field: 'accountName', width: 180 },
          { field: 'customerName', width: 150 },
          { field: 'provider', width: 110 },
          { field: 'collectedBy', width: 100 },
          { field: 'providerNo', width: 180 },
          { field: 'tradeNo', isOff: true },
          { field: 'currency', isOff: true },
        ]}
        filters={[
          'state',
          'refundNo',
          'orderNo',
          'iccid',
          customerFilter('customerId', nouns.customer),
          'source',
          'createdAt',
          'reason',
          'provider',
        ]}
        looks={{ state: REFUND_LOOKS }}
        rowName={(row) => row.refundNo}
        figures={({ sums, rate }, pick) => [
          ...sums.slice(0, 1).flatMap(({ currency, going, goingAmount, abnormal, done }) => [
            {
              key: 'abnormal',
              label: t(words.abnormal),
              value: countAmount(abnormal),
              onPick: () => pick({ state: ['abnormal', 'failed', 'byHand'] }),
            },
            {
              key: 'going',
              label: t(words.going, { currency }),
              value: moneyAmount(goingAmount, currency),
              unit: t(words.cases, { n: going }),
              onPick: () => pick({ state: ['asked', 'going'] }),
            },
            {
              key: 'done',
              label: t(words.done, { currency }),
              value: moneyAmount(done, currency),
              onPick: () => pick({ state: 'done' }),
            },
          ]),
          ...(rate === null ? [] : [{ key: 'rate', label: t(words.rate), value: String(rate), unit: '%' }]),
        ]}
        rowActions={(row) => [
          { key: 'details', label: t(nouns.details), onPick: () => show(row.id) },
          ...(row.state === 'asked' || row.state === 'going'
            ? [
                {
                  key: 'query',
                  label: t(retailWords.query),
                  call: queryRetailRefund,
                  onPick: () => void querying.run({ body: { id: row.id } }),
                },
              ]
            : []),
          ...copyStep(listRetailRefunds.fields.refundNo.label, row.refundNo),
          ...copyStep(listRetailRefunds.fields.orderNo.label, row.orderNo),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {shown ? <RetailRefundPanel id={shown} onClose={() => show(undefined)} /> : null}
      </Suspense>
    </>
  );
}
