import { readPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import { listRetailRefunds, readRetailRefund } from '@cardinal/contract/api/retailOrders/refunding.ts';
import { RefundState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import { RefundSource } from '@cardinal/contract/enumerations/retail.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, Suspense } from 'react';
import { DetailSheet } from '../../../kit/DetailSheet.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { RefundDecisions } from '../../../parts/payments/PaymentDecisions.tsx';
import { mayCall } from '../../../shell/permissions.ts';
import { retailWords } from './retailWords.ts';

const PaymentStory = lazy(() => import('../../../parts/payments/PaymentStory.tsx'));

const words = {
  title: text('公众号退款', 'Refund to an end user'),
  failed: text('退款加载失败', 'Failed to load the refund'),
  next: text('下次向渠道查询', 'Asked again at'),
  byHand: text('线下转账', 'Paid by hand'),
  levels: text('各级冲回', 'Given back by each level'),
  nothing: text('未开通，各级没有分润，无需冲回。', 'It was not set up: no level had earned anything.'),
};

type Refund = AnswerOf<typeof readRetailRefund>;

function Story({ refund }: { refund: Refund }) {
  const t = useText();
  const { fields } = listRetailRefunds;
  const amount = (minor: string) => <Money minor={minor} currency={refund.currency} showCurrency />;
  const at = (moment: string | null) => (moment === null ? null : <TimeText at={moment} />);
  return (
    <Stack>
      <FactsList
        facts={[
          { label: fields.state.label, value: t(RefundState.labelOf(refund.state)) },
          { label: fields.amount.label, value: amount(refund.amount) },
          { label: fields.source.label, value: t(RefundSource.labelOf(refund.source)) },
          { label: nouns.reason, value: refund.reason },
          { label: fields.orderNo.label, value: <Span isMono>{refund.orderNo}</Span> },
          { label: fields.title.label, value: refund.title },
          { label: fields.operator.label, value: refund.operator },
          { label: fields.providerNo.label, value: refund.providerNo ? <Span isMono>{refund.providerNo}</Span> : null },
          ...(refund.words ? [{ label: fields.words.label, value: refund.words }] : []),
          { label: fields.createdAt.label, value: at(refund.createdAt) },
          { label: fields.doneAt.label, value: at(refund.doneAt) },
          ...(refund.nextAt ? [{ label: words.next, value: at(refund.nextAt) }] : []),
          ...(refund.reference
            ? [
                {
                  label: words.byHand,
                  value: [refund.reference, [refund.enteredBy, refund.confirmedBy].filter(Boolean).join(' → ')]
                    .filter(Boolean)
                    .join(' · '),
                },
              ]
            : []),
        ]}
      />
      {refund.isCollector ? <RefundDecisions refund={refund} /> : null}
      <Heading>{t(words.levels)}</Heading>
      {refund.levels.length === 0 ? (
        <Span ink="secondary">{t(words.nothing)}</Span>
      ) : (
        <FactsList
          facts={refund.levels.map((level) => ({
            label: text(level.customerName, level.customerName),
            value: amount(level.amount),
          }))}
        />
      )}
    </Stack>
  );
}

/** A refund to an end user: how the provider says it stands, who decided it, and what each level gave for it. */
export default function RetailRefundPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const state = useRead(readRetailRefund, { id });
  return (
    <DetailSheet
      isOpen
      state={state}
      title={words.title}
      failed={words.failed}
      width={640}
      steps={() => []}
      tabs={(refund) => [
        { key: 'refund', title: t(nouns.details), content: () => <Story refund={refund} /> },
        ...(mayCall(readPayment)
          ? [
              {
                key: 'payment',
                title: t(retailWords.payment),
                content: () => (
                  <Suspense fallback={null}>
                    <PaymentStory id={refund.paymentId} />
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
