import { readRecharge } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { askPayment, readPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import { PaymentState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { RechargeState } from '@cardinal/contract/enumerations/recharge.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Button, QRCode } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { paymentFailed } from '../../../parts/payments/paymentFailed.ts';
import { toast } from '../../../shell/toasts.ts';
import { timeLeft } from './timeLeft.ts';

const words = {
  title: text('在线付款', 'Payment'),
  scan: text('请用{provider}扫码付款', 'Scan with {provider} to pay'),
  picture: text('付款二维码', 'Payment QR code'),
  openPage: text('打开付款页面', 'Open the payment page'),
  pageNote: text('在新窗口打开；付款后回到这里。', 'Opens in a new tab; come back here after paying.'),
  left: text('剩余 {time}', '{time} left'),
  paidAsk: text('我已付款，立即查询', 'I have paid: ask now'),
  late: text('支付反馈有延迟，请等待几分钟', 'The provider answers late; please wait a few minutes'),
  making: text('正在向{provider}下单…', 'Asking {provider} for the code …'),
  closing: text('付款时间已过，正在确认结果…', 'The time to pay is over; confirming the result …'),
  posting: text('已付款，正在入账…', 'Paid; being posted …'),
  held: text(
    '已付款，款项已记录；收款方余额不足，补足后自动入账，请联系上级。',
    'Paid and recorded. The collector’s balance is short; it is posted by itself once that is topped up. Ask your parent.',
  ),
  differs: text(
    '收到的金额与应付不一致，没有入账。请联系上级处理，不要重复付款。',
    'What was paid is not what was asked for, so nothing was posted. Ask your parent, and do not pay again.',
  ),
  closed: text(
    '超时未付款，本单已关闭，没有扣款。可重新发起充值。',
    'Closed unpaid; nothing was charged. Start again.',
  ),
  refused: text('{provider}拒绝了本单：{words}', '{provider} refused it: {words}'),
  posted: text('已到账 {amount} {currency}，余额 {balance}', '{amount} {currency} received; balance {balance}'),
};

type Payment = AnswerOf<typeof readPayment>;
const LOOK_MS = 2_000;
/** A payment that is over changes no more; one that is paid has to be posted yet. */
const isOver = ({ state, isSettled }: Payment): boolean =>
  isSettled || state === 'closed' || state === 'refused' || state === 'differs';

function Countdown({ until }: { until: string }) {
  const t = useText();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const time = timeLeft(until, now);
  return (
    <Span ink="secondary" role="timer">
      {time === undefined ? t(words.closing) : t(words.left, { time })}
    </Span>
  );
}

function Target({ payment }: { payment: Payment }) {
  const t = useText();
  const provider = t(PaymentProvider.labelOf(payment.provider));
  const { targetKind, targetUrl } = payment;
  if (targetUrl === null) return <Paragraph ink="secondary">{t(words.making, { provider })}</Paragraph>;
  if (targetKind === 'page')
    return (
      <>
        <Inline>
          <Button type="primary" size="large" href={targetUrl} target="_blank" rel="noreferrer">
            {t(words.openPage)}
          </Button>
        </Inline>
        <Paragraph ink="secondary">{t(words.pageNote)}</Paragraph>
      </>
    );
  return (
    <>
      <div role="img" aria-label={t(words.picture)}>
        {/* The picture has its name already; its drawing has none. */}
        <span aria-hidden="true">
          <QRCode type="svg" value={targetUrl} size={224} color="#101828" bgColor="#ffffff" />
        </span>
      </div>
      <Paragraph>{t(words.scan, { provider })}</Paragraph>
    </>
  );
}

function Waiting({ payment }: { payment: Payment }) {
  const t = useText();
  const [isLate, setIsLate] = useState(false);
  const asking = useChange(askPayment, {
    onDone: ({ state }) => setIsLate(state === PaymentState.values.created || state === PaymentState.values.open),
  });
  return (
    <>
      <Target payment={payment} />
      <Countdown until={payment.expiresAt} />
      <Inline>
        <Button loading={asking.isRunning} onClick={() => void asking.run({ body: { id: payment.id } })}>
          {t(words.paidAsk)}
        </Button>
      </Inline>
      {isLate ? <Note role="status">{t(words.late)}</Note> : null}
    </>
  );
}

function Standing({ payment, isHeld }: { payment: Payment; isHeld: boolean }) {
  const t = useText();
  const provider = t(PaymentProvider.labelOf(payment.provider));
  switch (payment.state) {
    case 'created':
    case 'open':
      return <Waiting payment={payment} />;
    case 'paid':
      return (
        <Note tone={isHeld ? 'warning' : 'success'} role="status">
          {t(isHeld ? words.held : words.posting)}
        </Note>
      );
    case 'differs':
      return (
        <Note tone="danger" role="alert">
          {t(words.differs)}
        </Note>
      );
    case 'closed':
      return <Note role="status">{t(words.closed)}</Note>;
    default:
      return (
        <Note tone="danger" role="alert">
          {t(words.refused, { provider, words: payment.words ?? t(PaymentState.labelOf(payment.state)) })}
        </Note>
      );
  }
}

/** Where to pay, and how it stands: it closes by itself once the money is on the balance. */
export default function PaymentSheet(props: { paymentId: string; rechargeId: string; onClose: () => void }) {
  const t = useText();
  const { paymentId, rechargeId, onClose } = props;
  const queries = useQueryClient();
  const { data, error, refetch } = useRead(
    readPayment,
    { id: paymentId },
    { every: (payment) => (payment && isOver(payment) ? false : LOOK_MS) },
  );
  const isPaid = data?.state === PaymentState.values.paid;
  const { data: recharge } = useRead(readRecharge, isPaid && { id: rechargeId }, {
    every: (seen) => (seen?.state === RechargeState.values.passed ? false : LOOK_MS),
  });
  const posted = recharge?.state === RechargeState.values.passed ? recharge : undefined;
  const isDone = useRef(false);
  useEffect(() => {
    if (!posted || isDone.current) return;
    isDone.current = true;
    const { currency } = posted;
    const balance = moneyAmount(posted.balanceAfter ?? '0', currency);
    toast.success(t(words.posted, { amount: moneyAmount(posted.amount, currency), currency, balance }));
    void queries.invalidateQueries();
    onClose();
  }, [posted, queries, onClose, t]);
  return (
    <Sheet isOpen title={t(words.title)} width={480} onClose={onClose}>
      {data ? (
        <Stack align="center" gap="l">
          <Span size="xxl" weight="strong">
            <Money minor={data.amount} currency={data.currency} showCurrency />
          </Span>
          <Standing payment={data} isHeld={recharge?.state === RechargeState.values.held} />
          <Span ink="secondary" size="s" isMono>
            {data.tradeNo}
          </Span>
          {isOver(data) ? (
            <Inline>
              <Button onClick={onClose}>{t(verbs.close)}</Button>
            </Inline>
          ) : null}
        </Stack>
      ) : (
        <NotLoaded failed={paymentFailed} error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}
