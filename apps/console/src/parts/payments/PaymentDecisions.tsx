import type { readPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import {
  askRefundAgain,
  confirmRefundByHand,
  refundByHand,
  returnPayment,
} from '@cardinal/contract/api/payments/paymentDecisions.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';
import { useState } from 'react';
import { useChange } from '../../kit/change.ts';
import { FormDrawer } from '../../kit/form/FormDrawer.tsx';
import { RowActions } from '../../kit/table/RowActions.tsx';

const words = {
  returnIt: text('原路退回', 'Return it'),
  returnTitle: text('退回 {amount} {currency}', 'Return {amount} {currency}'),
  differs: text(
    '收到 {paid}，应付 {amount}：没有入账。退回后充值单关闭。',
    '{paid} came and {amount} was asked for, so nothing was posted. Returning it closes the recharge.',
  ),
  returned: text('已提交退款', 'Refund asked for'),
  again: text('重新退款', 'Ask again'),
  byHand: text('登记线下退款', 'Paid by hand'),
  byHandTitle: text('线下退款 {no}', 'Refund {no} paid by hand'),
  byHandNote: text(
    '先把款项转给付款人，再登记转账凭证；由另一人确认后，退款完成。',
    'Transfer the money to the payer first, then enter the transfer. The refund is done once another person confirms it.',
  ),
  reference: text('转账凭证', 'Transfer'),
  referenceHelp: text('银行与流水号', 'Bank and transfer number'),
  entered: text('已登记，等待另一人确认', 'Entered; another person has to confirm it'),
  confirm: text('确认已转账', 'Confirm the transfer'),
  confirmTitle: text('确认线下退款 {no}？', 'Confirm that refund {no} was paid?'),
  confirmBody: text(
    '凭证：{reference}，登记人 {who}。确认后不能撤销。',
    'Transfer: {reference}, entered by {who}. This is final.',
  ),
  confirmed: text('退款已完成', 'Refund done'),
  ownEntry: text('须由另一人确认', 'Another person has to confirm it'),
  sendBack: text('退回登记', 'Send back'),
  sentBack: text('已退回', 'Sent back'),
};

type Payment = AnswerOf<typeof readPayment>;
type Refund = Payment['refunds'][number];
/** What of a refund its decisions depend on. */
type Decided = Pick<Refund, 'id' | 'refundNo' | 'state' | 'reference' | 'enteredBy' | 'isOwnEntry'>;

/** Money of another amount came: whoever collects may return it. */
export function ReturnPayment({ payment }: { payment: Payment }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  if (!payment.isCollector || payment.state !== 'differs' || payment.refunds.length > 0) return null;
  const currency = payment.paidCurrency ?? payment.currency;
  const paid = moneyAmount(payment.paidAmount ?? '0', currency);
  const said = {
    paid: `${paid} ${currency}`,
    amount: `${moneyAmount(payment.amount, payment.currency)} ${payment.currency}`,
  };
  return (
    <Note tone="warning">
      {t(words.differs, said)}
      <RowActions
        actions={[
          {
            key: 'return',
            label: t(words.returnIt),
            call: returnPayment,
            isDanger: true,
            onPick: () => setIsOpen(true),
          },
        ]}
        shown={1}
      />
      {isOpen ? (
        <FormDrawer
          endpoint={returnPayment}
          title={t(words.returnTitle, { amount: paid, currency })}
          submit={words.returnIt}
          isDanger
          intro={<p>{t(words.differs, said)}</p>}
          initial={{ id: payment.id }}
          fields={[{ name: 'reason', kind: 'remark', label: nouns.reason }]}
          done={t(words.returned)}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </Note>
  );
}

/** What whoever collects may decide about a refund that does not end by itself. */
export function RefundDecisions({ refund }: { refund: Decided }) {
  const t = useText();
  const [isEntering, setIsEntering] = useState(false);
  const again = useChange(askRefundAgain, { done: t(words.returned) });
  const confirming = useChange(confirmRefundByHand, { done: t(words.confirmed) });
  const sendingBack = useChange(confirmRefundByHand, { done: t(words.sentBack) });
  const { id, refundNo: no, state } = refund;
  const confirm = () =>
    void confirming.confirm({
      title: t(words.confirmTitle, { no }),
      body: <p>{t(words.confirmBody, { reference: refund.reference ?? '', who: refund.enteredBy ?? '' })}</p>,
      confirm: t(words.confirm),
      sends: { body: { id, isPaid: true } },
    });
  const isStuck = state === 'abnormal' || state === 'failed';
  return (
    <Inline>
      <RowActions
        shown={2}
        actions={[
          ...(isStuck
            ? [
                {
                  key: 'again',
                  label: t(words.again),
                  call: askRefundAgain,
                  onPick: () => void again.run({ body: { id } }),
                },
              ]
            : []),
          ...(state === 'abnormal'
            ? [{ key: 'byHand', label: t(words.byHand), call: refundByHand, onPick: () => setIsEntering(true) }]
            : []),
          ...(state === 'byHand'
            ? [
                {
                  key: 'confirm',
                  label: t(words.confirm),
                  call: confirmRefundByHand,
                  disabled: refund.isOwnEntry && t(words.ownEntry),
                  onPick: confirm,
                },
                {
                  key: 'sendBack',
                  label: t(words.sendBack),
                  call: confirmRefundByHand,
                  onPick: () => void sendingBack.run({ body: { id, isPaid: false } }),
                },
              ]
            : []),
        ]}
      />
      {isEntering ? (
        <FormDrawer
          endpoint={refundByHand}
          title={t(words.byHandTitle, { no })}
          submit={words.byHand}
          intro={<p>{t(words.byHandNote)}</p>}
          initial={{ id }}
          fields={[{ name: 'reference', kind: 'remark', label: words.reference, help: words.referenceHelp }]}
          done={t(words.entered)}
          onClose={() => setIsEntering(false)}
        />
      ) : null}
    </Inline>
  );
}
