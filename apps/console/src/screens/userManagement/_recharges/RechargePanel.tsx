import { listRecharges, readRecharge, readVoucher } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { readTransaction } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { RechargeMethod, RechargeState } from '@cardinal/contract/enumerations/recharge.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { timeText } from '@cardinal/primitives/time.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { lazy, Suspense } from 'react';
import { DetailSheet } from '../../../kit/DetailSheet.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { usePicture } from '../../../kit/usePicture.ts';
import { useRead } from '../../../kit/useRead.ts';
import { Transaction } from '../../../parts/customerAccounts/TransactionSheet.tsx';
import { mayCall } from '../../../shell/permissions.ts';

const PaymentStory = lazy(() => import('../../../parts/payments/PaymentStory.tsx'));

const words = {
  title: text('充值单', 'Recharge'),
  failed: text('充值单加载失败', 'Failed to load the recharge'),
  payment: text('在线支付', 'Online payment'),
  postings: text('流水', 'Postings'),
  balance: text('客户余额', 'Customer’s balance'),
  entered: text('录入', 'Entered'),
  checked: text('审核', 'Reviewed'),
  by: text('{who} · {at}', '{who} · {at}'),
  picture: text('{name} 的凭证', 'Voucher of {name}'),
  open: text('打开 {name}', 'Open {name}'),
  unread: text('凭证加载失败', 'Failed to load the voucher'),
  same: text('同号凭证', 'Same voucher number'),
  repeat: text('重复入账原因', 'Reason for posting again'),
};

type Recharge = AnswerOf<typeof readRecharge>;

function Voucher({ recharge }: { recharge: Recharge }) {
  const t = useText();
  const { address, isError } = usePicture(readVoucher, recharge.id);
  if (isError) return <span>{t(words.unread)}</span>;
  if (!address) return null;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {recharge.voucherType === 'application/pdf' ? (
        t(words.open, { name: recharge.voucherName ?? '' })
      ) : (
        <img className="picture" src={address} alt={t(words.picture, { name: recharge.rechargeNo })} />
      )}
    </a>
  );
}

function Story({ recharge }: { recharge: Recharge }) {
  const t = useText();
  const { fields } = listRecharges;
  const { currency } = recharge;
  const amount = (minor: string) => <Money minor={minor} currency={currency} showCurrency />;
  const by = (who: string | null, at: string | null) =>
    at === null ? null : who === null ? timeText(new Date(at)) : t(words.by, { who, at: timeText(new Date(at)) });
  const { balanceBefore, balanceAfter, sameVoucher } = recharge;
  return (
    <Stack>
      <FactsList
        facts={[
          { label: nouns.customer, value: recharge.customerName },
          { label: fields.state.label, value: t(RechargeState.labelOf(recharge.state)) },
          { label: fields.method.label, value: t(RechargeMethod.labelOf(recharge.method)) },
          { label: fields.amount.label, value: amount(recharge.amount) },
          ...(recharge.bonus === '0' ? [] : [{ label: fields.bonus.label, value: amount(recharge.bonus) }]),
          {
            label: words.balance,
            value:
              balanceBefore === null || balanceAfter === null ? null : (
                <>
                  {amount(balanceBefore)} → {amount(balanceAfter)}
                </>
              ),
          },
          { label: words.entered, value: by(recharge.enteredBy, recharge.createdAt) },
          { label: words.checked, value: by(recharge.checkedBy, recharge.decidedAt) },
          ...(recharge.decision ? [{ label: fields.decision.label, value: recharge.decision }] : []),
          { label: fields.remark.label, value: recharge.remark },
          ...(recharge.voucherNo === null
            ? []
            : [
                { label: fields.bank.label, value: recharge.bank },
                { label: fields.voucherNo.label, value: recharge.voucherNo },
                { label: fields.collectingAccount.label, value: recharge.collectingAccount },
              ]),
          ...(sameVoucher.length === 0
            ? []
            : [{ label: words.same, value: sameVoucher.map(({ rechargeNo }) => rechargeNo).join(', ') }]),
          ...(recharge.repeatReason ? [{ label: words.repeat, value: recharge.repeatReason }] : []),
        ]}
      />
      {recharge.voucherType === null ? null : <Voucher recharge={recharge} />}
    </Stack>
  );
}

/** How a recharge came to be: who entered and reviewed it, its voucher, and the balance it met. */
export function RechargePanel(props: {
  id: string | undefined;
  steps: (recharge: Recharge) => readonly RowAction[];
  onClose: () => void;
}) {
  const t = useText();
  const state = useRead(readRecharge, props.id !== undefined && { id: props.id });
  return (
    <DetailSheet
      isOpen={props.id !== undefined}
      state={state}
      title={words.title}
      failed={words.failed}
      width={640}
      steps={props.steps}
      tabs={(recharge) => {
        const { transactionId } = recharge;
        return [
          { key: 'money', title: t(moneyWords.money), content: () => <Story recharge={recharge} /> },
          ...recharge.payments.map(({ id, tradeNo }, at) => ({
            key: `payment${at || ''}`,
            title: at === 0 ? t(words.payment) : tradeNo,
            content: () => (
              <Suspense fallback={null}>
                <PaymentStory id={id} />
              </Suspense>
            ),
          })),
          ...(transactionId !== null && mayCall(readTransaction)
            ? [{ key: 'postings', title: t(words.postings), content: () => <Transaction id={transactionId} /> }]
            : []),
        ];
      }}
      onClose={props.onClose}
    />
  );
}
