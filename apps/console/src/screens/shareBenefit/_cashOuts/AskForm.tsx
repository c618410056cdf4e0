import { askCashOut, previewCashOut, retryCashOut } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { money, parseMoney, partOf } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';
import { Input } from 'antd';
import { describedBy } from '../../../kit/Field.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormField, Values } from '../../../kit/form/formFields.ts';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { Link } from '../../../shell/Link.tsx';
import { cashOutWords } from './cashOutWords.ts';

const words = {
  title: text('申请提现', 'Cash out profit'),
  again: text('重新提现 {no}', 'Cash out {no} again'),
  profit: text('可提现 {amount} {currency}', '{amount} {currency} can be cashed out'),
  receiver: text('收款账户', 'Receiving account'),
  costs: text('手续费 {fee}，税 {tax}，到账 {net} {currency}', 'Fee {fee}, tax {tax}; {net} {currency} arrive'),
  limits: text('单笔 {least} 起', 'At least {least}'),
  most: text('最多 {most}', 'at most {most}'),
  left: text('今日还可提现 {left}', '{left} left today'),
  reviewed: text('新收款账户或达到审核金额，需平台审核。', 'A new account or a large amount: the platform reviews it.'),
  none: text('还没有可用的收款账户。', 'There is no receiving account to use yet.'),
  add: text('添加收款账户', 'Add a receiving account'),
  submit: text('提现', 'Cash out'),
  done: text('{no} 已提交', '{no} submitted'),
};

type Preview = AnswerOf<typeof previewCashOut>;
type Receiver = Preview['receivers'][number];
const written = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const PERCENT = 10_000n;
const rate = (percent: string): bigint => BigInt(Math.round(Number(percent) * 100));

/** What the amount costs at this receiver; the server decides. */
function Costs({ of, amount, currency }: { of: Receiver; amount: string; currency: string }) {
  const t = useText();
  const asked = parseMoney(amount, currency);
  const said = (minor: bigint | string) => moneyAmount(minor, currency);
  const limits = [
    t(words.limits, { least: said(of.least) }),
    ...(of.most === null ? [] : [t(words.most, { most: said(of.most) })]),
    ...(of.dayLeft === null ? [] : [t(words.left, { left: said(of.dayLeft) })]),
  ];
  const minor = asked?.minor ?? 0n;
  const fee = partOf(money(minor, currency), rate(of.feePercent), PERCENT).minor;
  const tax = partOf(money(minor, currency), rate(of.taxPercent), PERCENT).minor;
  const isReviewed = of.isNew || (of.reviewFrom !== null && minor >= BigInt(of.reviewFrom));
  return (
    <Stack gap="xs" above="xs">
      <span>{limits.join(' · ')}</span>
      {minor > 0n ? (
        <span>{t(words.costs, { fee: said(fee), tax: said(tax), net: said(minor - fee - tax), currency })}</span>
      ) : null}
      {isReviewed ? <Note>{t(words.reviewed)}</Note> : null}
    </Stack>
  );
}

/** Takes profit out, or what failed once more to the same or another receiver. */
export default function AskForm(props: {
  again?: { id: string; cashOutNo: string; amount: string };
  onClose: () => void;
}) {
  const t = useText();
  const { again } = props;
  const { data, error, refetch } = useRead(previewCashOut, {});
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  const { currency, receivers } = data;
  const of = (values: Values) => receivers.find(({ id }) => id === values['receiverId']);
  const amount: FormField = {
    name: 'amount',
    kind: 'own',
    isTyped: true,
    isRequired: true,
    label: moneyWords.amount,
    control: ({ id, value, onChange, problem, values }) => {
      const receiver = of(values);
      return (
        <>
          <Input
            {...describedBy(id, { problem })}
            inputMode="decimal"
            autoComplete="off"
            suffix={currency}
            status={problem ? 'error' : ''}
            value={written(value)}
            onChange={(event) => onChange(event.target.value)}
          />
          {receiver ? <Costs of={receiver} amount={written(value)} currency={currency} /> : null}
        </>
      );
    },
  };
  const fields: readonly FormField[] = [
    {
      name: 'receiverId',
      kind: 'select',
      label: words.receiver,
      options: receivers.map(({ id, label }) => ({ value: id, label: text(label, label) })),
    },
    ...(again ? [] : [amount]),
    { name: 'password', kind: 'password', label: cashOutWords.password },
  ];
  const profit = t(words.profit, { amount: moneyAmount(again?.amount ?? data.profit, currency), currency });
  const shared = {
    intro: (
      <Stack gap="xs">
        <span>{profit}</span>
        {receivers.length === 0 ? (
          <Note tone="warning">
            {t(words.none)} <Link to="/shareBenefit/receivePaymentConfig">{t(words.add)}</Link>
          </Note>
        ) : null}
      </Stack>
    ),
    fields,
    submit: words.submit,
    onClose: props.onClose,
  };
  const receiverId = (receivers.find(({ isDefault }) => isDefault) ?? receivers[0])?.id;
  return again ? (
    <FormDrawer
      {...shared}
      endpoint={retryCashOut}
      title={t(words.again, { no: again.cashOutNo })}
      initial={{ id: again.id, receiverId }}
      done={({ cashOutNo }) => t(words.done, { no: cashOutNo })}
    />
  ) : (
    <FormDrawer
      {...shared}
      endpoint={askCashOut}
      title={t(words.title)}
      initial={{ receiverId }}
      done={({ cashOutNo }) => t(words.done, { no: cashOutNo })}
    />
  );
}
