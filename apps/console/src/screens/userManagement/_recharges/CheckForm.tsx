import { checkRecharge, listRecharges, voidRecharge } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { RechargeState } from '@cardinal/contract/enumerations/recharge.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { verdictFields } from '../../../kit/form/verdictFields.ts';

const words = {
  check: text('审核 {no}', 'Review {no}'),
  submit: text('提交', 'Submit'),
  pass: text('通过并入账', 'Pass and post'),
  reject: text('驳回，不入账', 'Reject, do not post'),
  repeat: text('重复凭证的原因', 'Why the voucher is used again'),
  repeatHelp: text('仅当该银行凭证号已入账时需要。', 'Only where this bank voucher has been posted before.'),
  said: text('{customer}：{amount} {currency}', '{customer}: {amount} {currency}'),
  checked: text('已审核', 'Reviewed'),
  void: text('作废 {no}', 'Void {no}'),
};

type Recharge = {
  readonly id: string;
  readonly rechargeNo: string;
  readonly customerName: string;
  readonly amount: string;
  readonly bonus: string;
  readonly currency: string;
};

/** Passes or rejects a recharge, or takes it back. */
export default function CheckForm(props: { recharge: Recharge; isVoid?: boolean; onClose: () => void }) {
  const { recharge, onClose } = props;
  const t = useText();
  const { id, rechargeNo: no, currency } = recharge;
  const intro = (
    <p>
      {t(words.said, {
        customer: recharge.customerName,
        amount: moneyAmount(BigInt(recharge.amount) + BigInt(recharge.bonus), currency),
        currency,
      })}
    </p>
  );
  if (props.isVoid)
    return (
      <FormDrawer
        endpoint={voidRecharge}
        title={t(words.void, { no })}
        submit={verbs.void}
        isDanger
        intro={intro}
        initial={{ id }}
        fields={[{ name: 'reason', kind: 'remark', label: listRecharges.fields.decision.label }]}
        done={t(RechargeState.labelOf(RechargeState.values.voided))}
        onClose={onClose}
      />
    );
  return (
    <FormDrawer
      endpoint={checkRecharge}
      title={t(words.check, { no })}
      submit={words.submit}
      intro={intro}
      initial={{ verdict: 'pass' }}
      fields={verdictFields({ pass: words.pass, reject: words.reject, reason: listRecharges.fields.decision.label }, [
        { name: 'repeatReason', kind: 'remark', label: words.repeat, help: words.repeatHelp, isRequired: false },
      ])}
      toBody={({ verdict, reason, repeatReason }) =>
        verdict === 'reject'
          ? { id, verdict, reason: reason ?? '' }
          : { id, verdict, ...(repeatReason ? { repeatReason } : {}) }
      }
      done={t(words.checked)}
      onClose={onClose}
    />
  );
}
