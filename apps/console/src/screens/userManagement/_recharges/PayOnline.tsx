import { listRecharges, payOnline, previewRecharge } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { providerNotOffered } from '@cardinal/contract/api/payments/refusals.ts';
import { ONLINE_METHODS, RechargeMethod } from '@cardinal/contract/enumerations/recharge.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';
import { useRef, useState } from 'react';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { bodyOf, type FormFields } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useSignedIn } from '../../../shell/signedIn.ts';
import PaymentSheet from './PaymentSheet.tsx';
import { rechargeWords } from './rechargeWords.ts';

const words = {
  note: text('付款成功后立即入账，无需审核。', 'Posted as soon as it is paid, without a review.'),
  balance: text('当前余额 {balance} {currency}', 'Balance now {balance} {currency}'),
  next: text('去付款', 'Go to payment'),
  missing: text(
    '{refusal}：上级还没有开通在线收款。请联系上级在「支付配置」中添加商户，或转账到上级的银行账户。',
    '{refusal}: nobody above collects online yet. Ask your parent to add a merchant under Payment routing, or transfer to its bank account.',
  ),
  off: text('{method}（未开通）', '{method} (not offered)'),
};

const { wechat, aliPay } = RechargeMethod.values;
/** Named even where nobody offers them: what a buyer here expects. The others are shown where they are offered. */
const EXPECTED: readonly RechargeMethod[] = [wechat, aliPay];

/** A phone cannot scan its own screen. Within WeChat a code is pressed instead, and its pages for browsers do not open. */
const isPhoneBrowser = (agent: string): boolean => /Mobi/.test(agent) && !/MicroMessenger/.test(agent);

/** Recharges the caller's own balance at a provider: first how much and by what, then where to pay. */
export default function PayOnline({ onClose }: { onClose: () => void }) {
  const t = useText();
  const own = useSignedIn((state) => state.me?.customer.id);
  const preview = useRead(previewRecharge, own !== undefined && { customerId: own }, { isSilent: false });
  const [begun, setBegun] = useState<{ paymentId: string; rechargeId: string }>();
  const isBegun = useRef(false);
  const { data } = preview;
  if (begun) return <PaymentSheet {...begun} onClose={onClose} />;
  if (!data) return null;
  const { currency, onlineMethods: offered } = data;
  const nameOf = (method: RechargeMethod) => t(RechargeMethod.labelOf(method));
  const fields: FormFields = [
    { name: 'amount', kind: 'decimal', unit: text(currency, currency) },
    {
      name: 'method',
      kind: 'select',
      options: ONLINE_METHODS.filter((method) => offered.includes(method) || EXPECTED.includes(method)).map(
        (method) => {
          const said = offered.includes(method) ? nameOf(method) : t(words.off, { method: nameOf(method) });
          return { value: method, label: text(said, said) };
        },
      ),
    },
  ];
  return (
    <FormDrawer
      endpoint={payOnline}
      title={t(rechargeWords.online)}
      submit={words.next}
      intro={
        <>
          <p>
            {t(words.note)} {t(words.balance, { balance: moneyAmount(data.balance, currency), currency })}
          </p>
          {offered.length > 0 ? null : <Note>{t(words.missing, { refusal: t(providerNotOffered.text) })}</Note>}
        </>
      }
      labels={listRecharges.fields}
      initial={{ method: offered[0] ?? wechat }}
      fields={fields}
      toBody={(values) => ({
        ...bodyOf(payOnline.body, fields, values),
        currency: currency,
        returnUrl: `${window.location.origin}/userManagement/userRecharge`,
        isOnPhone: isPhoneBrowser(navigator.userAgent),
      })}
      onDone={({ id, paymentId }) => {
        isBegun.current = true;
        setBegun({ paymentId, rechargeId: id });
      }}
      // A form that is done closes itself: where to pay follows.
      onClose={() => {
        if (!isBegun.current) onClose();
      }}
    />
  );
}
