import { readPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import { readRetailOrder } from '@cardinal/contract/api/retailOrders/refunding.ts';
import { listRetailOrders } from '@cardinal/contract/api/retailOrders/retailOrders.ts';
import { RefundState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import { CollectedBy } from '@cardinal/contract/enumerations/paymentRoute.ts';
import {
  CaseReason,
  RefundRequestState,
  RefundSource,
  RetailEvent,
  RetailProgress,
} from '@cardinal/contract/enumerations/retail.ts';
import { SplitPartState } from '@cardinal/contract/enumerations/splitOrder.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, type ReactNode, Suspense } from 'react';
import { DetailSheet } from '../../../kit/DetailSheet.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { retailWords } from './retailWords.ts';

const PaymentStory = lazy(() => import('../../../parts/payments/PaymentStory.tsx'));

const words = {
  failed: text('公众号订单加载失败', 'Failed to load the public-account order'),
  refunds: text('退款记录', 'Refunds so far'),
  splits: text('分账', 'Splits'),
  backOf: text('已回退 {amount}', '{amount} given back'),
  owedOf: text('未回退 {amount}', '{amount} not given back'),
  history: text('经过', 'History'),
  request: text('退款申请', 'Refund request'),
  waits: text('待处理', 'At the desk'),
};

type Order = AnswerOf<typeof readRetailOrder>;

function Entry({ head, body, at }: { head: ReactNode; body: readonly (string | null)[]; at: string }) {
  const said = body.filter(Boolean).join(' · ');
  return (
    <Stack gap="none">
      <span>{head}</span>
      {said ? <Span ink="secondary">{said}</Span> : null}
      <Span ink="secondary" size="s">
        <TimeText at={at} />
      </Span>
    </Stack>
  );
}

function Story({ order }: { order: Order }) {
  const t = useText();
  const { fields } = listRetailOrders;
  const amount = (minor: string) => <Money minor={minor} currency={order.currency} showCurrency />;
  const at = (moment: string | null) => (moment === null ? null : <TimeText at={moment} />);
  const { request, case: waiting } = order;
  return (
    <Stack>
      <FactsList
        facts={[
          { label: fields.progress.label, value: t(RetailProgress.labelOf(order.progress)) },
          ...(waiting ? [{ label: words.waits, value: t(CaseReason.labelOf(waiting.reason)) }] : []),
          ...(order.why ? [{ label: nouns.reason, value: order.why }] : []),
          { label: fields.title.label, value: order.title },
          { label: moneyWords.amount, value: amount(order.price) },
          ...(order.refunded === '0' ? [] : [{ label: fields.refunded.label, value: amount(order.refunded) }]),
          { label: fields.iccid.label, value: <Span isMono>{order.iccid}</Span> },
          { label: fields.accountName.label, value: order.accountName },
          { label: nouns.customer, value: order.customerName },
          { label: fields.buyer.label, value: order.buyer },
          { label: fields.collectedBy.label, value: t(CollectedBy.labelOf(order.collectedBy)) },
          { label: fields.createdAt.label, value: at(order.createdAt) },
          { label: fields.paidAt.label, value: at(order.paidAt) },
          { label: fields.finishedAt.label, value: at(order.finishedAt) },
          ...(order.remark ? [{ label: nouns.remark, value: order.remark }] : []),
          ...(request
            ? [
                {
                  label: words.request,
                  value: [t(RefundRequestState.labelOf(request.state)), request.reason, request.answer]
                    .filter(Boolean)
                    .join(' · '),
                },
              ]
            : []),
        ]}
      />
      {order.splits.length > 0 ? <Heading>{t(words.splits)}</Heading> : null}
      {order.splits.map((each) => (
        <Entry
          key={each.id}
          head={
            <>
              {each.customerName} · {t(SplitPartState.labelOf(each.state))} · {amount(each.amount)}
            </>
          }
          body={[
            each.said,
            each.splitNo,
            each.posting,
            each.givenBack === '0' ? null : t(words.backOf, { amount: moneyAmount(each.givenBack, order.currency) }),
            each.owed === '0' ? null : t(words.owedOf, { amount: moneyAmount(each.owed, order.currency) }),
          ]}
          at={each.at}
        />
      ))}
      {order.refunds.length > 0 ? <Heading>{t(words.refunds)}</Heading> : null}
      {order.refunds.map((each) => (
        <Entry
          key={each.id}
          head={
            <>
              {t(RefundState.labelOf(each.state))} · {amount(each.amount)}
            </>
          }
          body={[t(RefundSource.labelOf(each.source)), each.reason, each.refundNo, each.operator]}
          at={each.doneAt ?? each.createdAt}
        />
      ))}
      {order.events.length > 0 ? <Heading>{t(words.history)}</Heading> : null}
      {order.events.map((each) => (
        <Entry key={each.id} head={t(RetailEvent.labelOf(each.kind))} body={[each.words, each.by]} at={each.at} />
      ))}
    </Stack>
  );
}

/** An end user's order: how it stands, what its buyer asks, what went back and what happened, and its payment. */
export default function RetailOrderPanel({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const state = useRead(readRetailOrder, id !== undefined && { id });
  const t = useText();
  return (
    <DetailSheet
      isOpen={id !== undefined}
      state={state}
      title={retailWords.order}
      failed={words.failed}
      width={640}
      steps={() => []}
      tabs={(order) => [
        { key: 'order', title: t(nouns.details), content: () => <Story order={order} /> },
        ...(mayCall(readPayment)
          ? [
              {
                key: 'payment',
                title: t(retailWords.payment),
                content: () => (
                  <Suspense fallback={null}>
                    <PaymentStory id={order.paymentId} />
                  </Suspense>
                ),
              },
            ]
          : []),
      ]}
      onClose={onClose}
    />
  );
}
