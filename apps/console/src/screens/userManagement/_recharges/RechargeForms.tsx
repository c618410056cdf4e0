import {
  enterBankTransfer,
  enterDeduction,
  listRecharges,
  previewRecharge,
  spendProfit,
  transferBalance,
  VOUCHER,
} from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Money, parseMoney } from '@cardinal/primitives/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';
import { Input } from 'antd';
import { useState } from 'react';
import { isFailure } from '../../../http/failure.ts';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { describedBy } from '../../../kit/Field.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { bodyOf, type FormField, type FormFields, type Values } from '../../../kit/form/formFields.ts';
import { problemsFrom } from '../../../kit/formProblems.ts';
import { UploadField } from '../../../kit/UploadField.tsx';
import type { CheckedFile } from '../../../kit/upload/checkFile.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useSignedIn } from '../../../shell/signedIn.ts';
import { rechargeWords } from './rechargeWords.ts';

const words = {
  bankNote: text('提交后由另一人审核，通过后入账。', 'Posted once a second person has passed it.'),
  transferNote: text('立即从本方余额转入下级余额。', 'Moves from your balance to the child’s at once.'),
  deductionNote: text(
    '用于更正。提交后由另一人审核，通过后从下级余额扣除。',
    'For corrections. Taken off the child’s balance once a second person has passed it.',
  ),
  profitNote: text('立即从可提现分润转入余额。', 'Moves from your profit to your balance at once.'),
  missing: text('请选择文件', 'Choose a file'),
  accountHelp: text('款项转入了哪个账户。', 'Into which account the money came.'),
  reason: text('扣减原因', 'Reason'),
  done: text('{no} 已提交，待审核', '{no} submitted for review'),
  posted: text('{no} 已入账', '{no} posted'),
  becomes: text('客户余额 {before} → {after} {currency}', 'Customer’s balance {before} → {after} {currency}'),
  now: text('客户余额 {before} {currency}', 'Customer’s balance {before} {currency}'),
  payer: text('本方可用 {spendable} → {after} {currency}', 'You can spend {spendable} → {after} {currency}'),
  same: text(
    '该银行凭证号已录入：{nos}。审核时须说明原因。',
    'This bank voucher was entered before: {nos}. The review asks for a reason.',
  ),
};

export type Entry = 'bank' | 'transfer' | 'deduction' | 'profit';

const KINDS: Readonly<Record<Entry, { endpoint: Endpoint; title: Text; note: Text }>> = {
  bank: { endpoint: enterBankTransfer, title: rechargeWords.bank, note: words.bankNote },
  transfer: { endpoint: transferBalance, title: rechargeWords.transfer, note: words.transferNote },
  deduction: { endpoint: enterDeduction, title: rechargeWords.deduction, note: words.deductionNote },
  profit: { endpoint: spendProfit, title: rechargeWords.profit, note: words.profitNote },
};

const written = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** What the entry does to the balances, before it is sent. */
function Effect(props: { entry: Entry; customerId: string | undefined; values: Values }) {
  const { entry, customerId, values } = props;
  const t = useText();
  const { data } = useRead(previewRecharge, customerId !== undefined && { customerId }, { retry: false });
  if (!data) return null;
  const { currency } = data;
  const said = (minor: bigint) => moneyAmount(minor, currency);
  const minorOf = (name: string): bigint =>
    (parseMoney(written(values[name]), currency) as Money | undefined)?.minor ?? 0n;
  const sum = minorOf('amount') + minorOf('bonus');
  const before = BigInt(data.balance);
  const after = entry === 'deduction' ? before - sum : before + sum;
  const own = data.parentSpendable === null ? undefined : BigInt(data.parentSpendable);
  return (
    <Stack gap="xs" above="xs">
      <span>{t(sum > 0n ? words.becomes : words.now, { before: said(before), after: said(after), currency })}</span>
      {own === undefined ? null : (
        <span>
          {t(words.payer, {
            spendable: said(own),
            after: said(entry === 'deduction' ? own + sum : own - sum),
            currency,
          })}
        </span>
      )}
    </Stack>
  );
}

function SameVoucher(props: { customerId: string | undefined; bank: string; voucherNo: string }) {
  const t = useText();
  const { customerId, bank, voucherNo } = props;
  const isNamed = customerId !== undefined && bank !== '' && voucherNo !== '';
  const { data } = useRead(previewRecharge, isNamed && { customerId, bank, voucherNo }, { retry: false });
  if (!data || data.sameVoucher.length === 0) return null;
  return <Note>{t(words.same, { nos: data.sameVoucher.map(({ rechargeNo }) => rechargeNo).join(', ') })}</Note>;
}

/** Enters a recharge or a deduction. The customer's balance is shown as it is and as it becomes. */
export default function RechargeForm(props: { entry: Entry; customerId?: string | undefined; onClose: () => void }) {
  const { entry } = props;
  const t = useText();
  const own = useSignedIn((state) => state.me?.customer.id);
  const [customerId, setCustomerId] = useState(entry === 'profit' ? own : props.customerId);
  const preview = useRead(previewRecharge, customerId !== undefined && { customerId }, { retry: false });
  const { endpoint, title, note } = KINDS[entry];
  const unsuitable = isFailure(preview.error)
    ? (problemsFrom(preview.error.fields)?.['customerId'] ?? preview.error.message)
    : undefined;
  const customer: FormField = {
    name: 'customerId',
    kind: 'own',
    label: nouns.customer,
    isRequired: true,
    control: ({ id, value, onChange, problem }) => (
      <>
        <CustomerPicker
          id={id}
          value={written(value) || undefined}
          problem={problem ?? unsuitable}
          onValue={(next) => {
            setCustomerId(next);
            onChange(next);
          }}
        />
        {unsuitable && !problem ? (
          <span className="field-error" role="alert">
            {unsuitable}
          </span>
        ) : null}
      </>
    ),
  };
  const amount: FormField = {
    name: 'amount',
    kind: 'own',
    isTyped: true,
    isRequired: true,
    control: ({ id, value, onChange, problem, values }) => (
      <>
        <Input
          {...describedBy(id, { problem })}
          inputMode="decimal"
          autoComplete="off"
          suffix={preview.data?.currency ?? ''}
          status={problem ? 'error' : ''}
          value={written(value)}
          onChange={(event) => onChange(event.target.value)}
        />
        <Effect entry={entry} customerId={customerId} values={values} />
      </>
    ),
  };
  const accounts = preview.data?.collectingAccounts ?? [];
  const bank: FormFields = [
    {
      name: 'collectingAccountId',
      kind: 'select',
      label: listRecharges.fields.collectingAccount.label,
      help: words.accountHelp,
      isHidden: () => accounts.length === 0,
      options: accounts.map(({ id, label, isInUse }) => ({
        value: id,
        label: isInUse ? text(`${label}（现用）`, `${label} (in use)`) : text(label, label),
      })),
    },
    { name: 'bonus', kind: 'text', isRequired: false },
    { name: 'bank', kind: 'text', maxLength: 60 },
    {
      name: 'voucherNo',
      kind: 'own',
      isTyped: true,
      control: ({ id, value, onChange, problem, values }) => (
        <>
          <Input
            {...describedBy(id, { problem })}
            maxLength={60}
            autoComplete="off"
            status={problem ? 'error' : ''}
            value={written(value)}
            onChange={(event) => onChange(event.target.value)}
          />
          <SameVoucher customerId={customerId} bank={written(values['bank'])} voucherNo={written(value)} />
        </>
      ),
    },
    {
      name: 'file',
      kind: 'own',
      label: rechargeWords.voucher,
      isRequired: true,
      control: ({ id, value, onChange }) => (
        <UploadField
          id={id}
          demand={{ ...VOUCHER, content: 'image' }}
          value={value as CheckedFile | undefined}
          onValue={onChange}
        />
      ),
    },
    { name: 'remark', kind: 'remark' },
  ];
  const fields: FormFields = [
    ...(entry === 'profit' ? [] : [customer]),
    amount,
    ...(entry === 'bank' ? bank : []),
    ...(entry === 'transfer' ? [{ name: 'remark', kind: 'remark' } as const] : []),
    ...(entry === 'deduction' ? [{ name: 'reason', kind: 'remark', label: words.reason } as const] : []),
  ];
  return (
    <FormDrawer
      endpoint={endpoint}
      title={t(title)}
      intro={<p>{t(note)}</p>}
      initial={entry === 'profit' ? {} : { customerId: props.customerId }}
      fields={fields}
      labels={listRecharges.fields}
      toBody={({ file: _, ...values }) => ({
        ...bodyOf(endpoint.body, fields, values),
        currency: preview.data?.currency ?? Currency.values.CNY,
      })}
      {...(entry === 'bank'
        ? {
            fileOf: ({ file }: Values) => (file as CheckedFile | undefined)?.file,
            check: ({ file }: Values) => (file ? undefined : { file: t(words.missing) }),
          }
        : {})}
      done={(answer) => {
        const { rechargeNo, state } = answer as { rechargeNo: string; state: string };
        return t(state === 'pending' ? words.done : words.posted, { no: rechargeNo });
      }}
      onClose={props.onClose}
    />
  );
}
