import { CallOutcome } from '@cardinal/contract/api/carriers/carriers.ts';
import { readTransaction } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { listMerchantCalls } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { readPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import { readPaymentLines } from '@cardinal/contract/api/statements/statements.ts';
import { NoticeVerdict, PaymentState, RefundState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { StatementLineKind } from '@cardinal/contract/enumerations/statement.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { FactsList } from '../../kit/FactsList.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';
import { mayCall } from '../../shell/permissions.ts';
import { RefundDecisions, ReturnPayment } from './PaymentDecisions.tsx';
import { paymentFailed } from './paymentFailed.ts';

const TransactionSheet = lazy(() => import('../customerAccounts/TransactionSheet.tsx'));

const words = {
  tradeNo: text('支付单号', 'Trade number'),
  providerNo: text('渠道单号', 'Provider number'),
  said: text('渠道状态', 'Provider’s word'),
  why: text('渠道说明', 'Provider words'),
  merchant: text('收款商户', 'Collecting merchant'),
  paid: text('实付', 'Paid amount'),
  paidAt: text('付款时间', 'Paid at'),
  settledAt: text('入账时间', 'Posted at'),
  expiresAt: text('付款截止', 'To be paid by'),
  nextAt: text('下次查询', 'Next query'),
  notices: text('渠道通知', 'Notices'),
  noNotices: text('没有收到通知', 'No notice arrived'),
  refunds: text('退款', 'Refunds'),
  noRefunds: text('没有退款', 'No refunds'),
  noCalls: text('没有调用', 'No calls'),
  lines: text('对账单明细', 'In the provider’s statement'),
  noLines: text('还没有出现在对账单里', 'In no statement yet'),
  fee: text('手续费 {amount} {currency}', 'fee {amount} {currency}'),
  posted: text('当日手续费 {amount} {currency} 已入账', 'Fees of that day, {amount} {currency}, posted'),
  came: text('收到 {n} 次', 'came {n} {n|time|times}'),
};

type Payment = AnswerOf<typeof readPayment>;

function Events(props: {
  title: string;
  none: string;
  events: readonly { id: string; head: ReactNode; body?: ReactNode; at: string; steps?: ReactNode }[];
}) {
  return (
    <>
      <Heading>{props.title}</Heading>
      {props.events.length === 0 ? <Span ink="secondary">{props.none}</Span> : null}
      <Stack gap="s">
        {props.events.map(({ id, head, body, at, steps }) => (
          <Stack key={id} gap="none">
            <span>{head}</span>
            {body ? <Span ink="secondary">{body}</Span> : null}
            <Span ink="secondary" size="s">
              <TimeText at={at} />
            </Span>
            {steps}
          </Stack>
        ))}
      </Stack>
    </>
  );
}

function Calls({ tradeNo }: { tradeNo: string }) {
  const t = useText();
  const { data } = useRead(listMerchantCalls, { subject: tradeNo, pageNum: 1, pageSize: 20 });
  return (
    <Events
      title={t(nouns.calls)}
      none={t(words.noCalls)}
      events={(data?.list ?? []).map((each) => ({
        id: each.id,
        head: `${each.operation} · ${t(CallOutcome.labelOf(each.outcome))} · ${t(sentences.milliseconds, { n: countAmount(each.durationMs) })}`,
        body: [each.providerCode, each.providerWords].filter(Boolean).join(' · '),
        at: each.at,
      }))}
    />
  );
}

/** Where the provider's statements name it, with its fee and the posting that holds it. */
function Lines({ id }: { id: string }) {
  const t = useText();
  const { data } = useRead(readPaymentLines, { id });
  const [transaction, setTransaction] = useState<string>();
  return (
    <>
      <Events
        title={t(words.lines)}
        none={t(words.noLines)}
        events={(data?.lines ?? []).map((each) => ({
          id: each.id,
          head: (
            <>
              {each.day} · {t(StatementLineKind.labelOf(each.kind))} ·{' '}
              <Money minor={each.amount} currency={each.currency} showCurrency />
            </>
          ),
          body: [
            each.fee === null
              ? ''
              : t(words.fee, { amount: moneyAmount(each.fee, each.currency), currency: each.currency }),
            each.providerNo,
          ]
            .filter(Boolean)
            .join(' · '),
          at: each.at,
          steps:
            each.transactionId && mayCall(readTransaction) ? (
              <span>
                <TextButton onClick={() => setTransaction(each.transactionId ?? undefined)}>
                  {t(words.posted, {
                    amount: moneyAmount(each.feePosted ?? '0', each.currency),
                    currency: each.currency,
                  })}
                </TextButton>
              </span>
            ) : null,
        }))}
      />
      <Suspense fallback={null}>
        {transaction ? <TransactionSheet id={transaction} onClose={() => setTransaction(undefined)} /> : null}
      </Suspense>
    </>
  );
}

function Facts({ payment }: { payment: Payment }) {
  const t = useText();
  const amount = (minor: string, currency: string) => <Money minor={minor} currency={currency} showCurrency />;
  const at = (moment: string | null) => (moment === null ? null : <TimeText at={moment} />);
  const { paidAmount, paidCurrency } = payment;
  return (
    <FactsList
      facts={[
        { label: PaymentState.title, value: t(PaymentState.labelOf(payment.state)) },
        { label: PaymentProvider.title, value: t(PaymentProvider.labelOf(payment.provider)) },
        ...(payment.merchantName ? [{ label: words.merchant, value: payment.merchantName }] : []),
        { label: moneyWords.amount, value: amount(payment.amount, payment.currency) },
        ...(paidAmount === null
          ? []
          : [{ label: words.paid, value: amount(paidAmount, paidCurrency ?? payment.currency) }]),
        { label: words.tradeNo, value: <Span isMono>{payment.tradeNo}</Span> },
        { label: words.providerNo, value: payment.providerNo ? <Span isMono>{payment.providerNo}</Span> : null },
        { label: words.said, value: payment.said },
        ...(payment.words ? [{ label: words.why, value: payment.words }] : []),
        { label: nouns.createdAt, value: at(payment.createdAt) },
        { label: words.expiresAt, value: at(payment.expiresAt) },
        { label: words.paidAt, value: at(payment.paidAt) },
        { label: words.settledAt, value: at(payment.settledAt) },
        ...(payment.nextAt ? [{ label: words.nextAt, value: at(payment.nextAt) }] : []),
      ]}
    />
  );
}

/** All that is known of a payment: what the provider said, its notices, what went back, and our calls. */
export default function PaymentStory({ id }: { id: string }) {
  const t = useText();
  const { data, error, refetch } = useRead(readPayment, { id });
  if (!data) return <NotLoaded failed={paymentFailed} error={error} onRetry={refetch} />;
  return (
    <>
      <Facts payment={data} />
      <ReturnPayment payment={data} />
      <Events
        title={t(words.notices)}
        none={t(words.noNotices)}
        events={data.notices.map((each) => ({
          id: each.id,
          head: `${t(NoticeVerdict.labelOf(each.verdict))} · ${each.event}`,
          body: [each.said, each.came > 1 ? t(words.came, { n: each.came }) : ''].filter(Boolean).join(' · '),
          at: each.lastAt,
        }))}
      />
      <Events
        title={t(words.refunds)}
        none={t(words.noRefunds)}
        events={data.refunds.map((each) => ({
          id: each.id,
          head: (
            <>
              {t(RefundState.labelOf(each.state))} · <Money minor={each.amount} currency={data.currency} showCurrency />
            </>
          ),
          body: [
            each.reason,
            each.refundNo,
            each.providerNo,
            each.words ?? each.said,
            each.reference,
            [each.enteredBy, each.confirmedBy].filter(Boolean).join(' → '),
          ]
            .filter(Boolean)
            .join(' · '),
          at: each.doneAt ?? each.createdAt,
          steps: data.isCollector ? <RefundDecisions refund={each} /> : null,
        }))}
      />
      {data.isCollector ? <Lines id={id} /> : null}
      {data.merchantName !== null && mayCall(listMerchantCalls) ? <Calls tradeNo={data.tradeNo} /> : null}
    </>
  );
}
