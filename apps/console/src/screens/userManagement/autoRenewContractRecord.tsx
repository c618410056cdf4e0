import {
  cancelContract,
  chargeContract,
  listContracts,
  skipCharge,
} from '@cardinal/contract/api/autoRenewals/contracts.ts';
import { SigningState } from '@cardinal/contract/enumerations/autoRenewal.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useState } from 'react';
import { useChange } from '../../kit/change.ts';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import { FormDrawer } from '../../kit/form/FormDrawer.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import type { RowAction } from '../../kit/table/RowActions.tsx';
import { useShown } from '../../kit/useShown.ts';
import { ContractPanel } from './_renewals/ContractPanel.tsx';
import { CONTRACT_LOOKS, renewalWords } from './_renewals/renewalWords.ts';

const words = {
  none: text('还没有自动续费签约', 'No auto-renew contracts yet'),
  noneHint: text(
    '用户在公众号里签约后，每期扣款的时间和结果列在这里。',
    'Once users sign in a public account, each period’s charge and its result are listed here.',
  ),
  signed: text('签约中', 'Signed'),
  overdue: text('已逾期', 'Overdue'),
  due: text('7 天内扣款', 'Due in 7 days'),
  amount: text('7 天内金额（{currency}）', 'Due in 7 days ({currency})'),
  success: text('30 天成功率', 'Success, 30 days'),
  ask: text('立即扣款 {amount}？', 'Charge {amount} now?'),
  askNote: text(
    '同一期只会扣款一次。已逾期的一期如已过可扣款日，会先重新通知用户。',
    'A period is charged once only. Of an overdue one past its days, the user is told anew first.',
  ),
  asked: text('已提交，结果稍后显示', 'Asked for; the result follows'),
  cancelTitle: text('解除签约 {no}', 'End contract {no}'),
  cancelNote: text(
    '立即停止后续扣款，并在微信支付解约；已扣的一期照常使用。',
    'Nothing more is charged, and it is ended at WeChat Pay. The paid period goes on.',
  ),
  cancelled: text('已请求解约', 'Ending asked for'),
  skipTitle: text('跳过签约 {no} 的一期', 'Skip a period of {no}'),
  skipNote: text(
    '这一期不扣款也不续期，下一期顺延一个周期。',
    'It is neither charged nor renewed; the next one is due a period later.',
  ),
  skipped: text('已跳过一期', 'Period skipped'),
};
type Contract = RowOf<typeof listContracts>;
const { signed, overdue } = SigningState.values;

/** Signed auto-payments: who signed, when he is charged next, what failed; and how to end one. */
export default function AutoRenewContractRecord() {
  const t = useText();
  const [shown, show] = useShown();
  const [open, setOpen] = useState<{ row: Contract; step: 'cancel' | 'skip' }>();
  const charging = useChange(chargeContract, { done: t(words.asked) });
  const charge = (row: Contract) =>
    charging.confirm({
      title: t(words.ask, { amount: moneyText({ minor: BigInt(row.renewPrice), currency: row.currency }) }),
      body: <p>{t(words.askNote)}</p>,
      confirm: t(renewalWords.charge),
      sends: { body: { id: row.id } },
    });
  const stepsOf = (row: Contract): RowAction[] => [
    ...(row.offered.charge
      ? [{ key: 'charge', label: t(renewalWords.charge), call: chargeContract, onPick: () => void charge(row) }]
      : []),
    ...(row.offered.skip
      ? [{ key: 'skip', label: t(renewalWords.skip), call: skipCharge, onPick: () => setOpen({ row, step: 'skip' }) }]
      : []),
    ...(row.offered.cancel
      ? [
          {
            key: 'cancel',
            label: t(renewalWords.cancel),
            call: cancelContract,
            isDanger: true,
            onPick: () => setOpen({ row, step: 'cancel' }),
          },
        ]
      : []),
  ];
  const close = () => setOpen(undefined);
  return (
    <>
      <ListScreen
        list={listContracts}
        columns={[
          { field: 'contractNo', pinned: 'left', width: 150 },
          { field: 'signingState', width: 100 },
          { field: 'iccid', width: 200 },
          { field: 'title', width: 170 },
          { field: 'nextChargeAt', width: 160 },
          { field: 'nextState', width: 100 },
          { field: 'renewPrice', width: 90 },
          { field: 'periods', width: 90 },
          { field: 'result', width: 200 },
          { field: 'accountName', width: 170 },
          { field: 'buyer', width: 100 },
          { field: 'signedAt', width: 160 },
          { field: 'endedBy', width: 90 },
          { field: 'endedAt', width: 160 },
          { field: 'templateName', width: 140 },
          { field: 'customerName', isOff: true },
          { field: 'firstPrice', isOff: true },
          { field: 'providerNo', isOff: true },
          { field: 'failureCode', isOff: true },
          { field: 'currency', isOff: true },
          { field: 'createdAt', isOff: true },
        ]}
        filters={[
          'iccid',
          'signingState',
          customerFilter('customerId', nouns.customer),
          'nextChargeAt',
          'contractNo',
          'title',
          'failureCode',
          'endedBy',
          'signedAt',
          'providerNo',
        ]}
        looks={CONTRACT_LOOKS}
        rowName={(row) => row.contractNo}
        figures={(of, pick) => [
          {
            key: 'signed',
            label: t(words.signed),
            value: countAmount(of.signed),
            onPick: () => pick({ signingState: String(signed) }),
          },
          { key: 'due', label: t(words.due), value: countAmount(of.due) },
          ...of.sums.slice(0, 1).map(({ currency, due }) => ({
            key: 'amount',
            label: t(words.amount, { currency }),
            value: moneyText({ minor: BigInt(due), currency }),
          })),
          {
            key: 'success',
            label: t(words.success),
            value: of.successPercent === null ? '—' : `${of.successPercent} %`,
          },
          {
            key: 'overdue',
            label: t(words.overdue),
            value: countAmount(of.overdue),
            onPick: () => pick({ signingState: String(overdue) }),
          },
        ]}
        rowActions={(row) => [{ key: 'details', label: t(nouns.details), onPick: () => show(row.id) }, ...stepsOf(row)]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <ContractPanel id={shown} steps={stepsOf} onClose={() => show(undefined)} />
      {open ? (
        <FormDrawer
          endpoint={open.step === 'cancel' ? cancelContract : skipCharge}
          title={t(open.step === 'cancel' ? words.cancelTitle : words.skipTitle, { no: open.row.contractNo })}
          intro={<p>{t(open.step === 'cancel' ? words.cancelNote : words.skipNote)}</p>}
          submit={open.step === 'cancel' ? renewalWords.cancel : renewalWords.skip}
          isDanger
          initial={{ id: open.row.id }}
          fields={[{ name: 'reason', kind: 'remark', label: nouns.reason }]}
          done={t(open.step === 'cancel' ? words.cancelled : words.skipped)}
          onClose={close}
        />
      ) : null}
    </>
  );
}
