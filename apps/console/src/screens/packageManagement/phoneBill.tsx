import { enableTier, phoneBillTiers, readFreeAmounts } from '@cardinal/contract/api/cardRecharges/tiers.ts';
import type { TierState } from '@cardinal/contract/enumerations/cardRecharge.ts';
import { RechargeKind } from '@cardinal/contract/enumerations/order.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';
import { lazy } from 'react';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import { typedAmount } from '../../kit/form/amountText.ts';
import type { FormFields } from '../../kit/form/formFields.ts';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import type { Step } from '../../kit/register/registerSpec.ts';
import { enablingStep } from '../../kit/register/sharedSteps.ts';
import { useRead } from '../../kit/useRead.ts';
import { listingWords } from './_listings/listingWords.ts';
import { scopeOf } from './_tiers/ScopeChoices.tsx';
import { tierWords } from './_tiers/tierWords.ts';

const FreeAmounts = lazy(() => import('./_tiers/FreeAmounts.tsx'));

const words = {
  hint: text(
    '新增后，公众号用户可以按档位给卡充话费，赠送从您选择的客户余额支付。',
    'Once there is one, users of the account put that amount on their cards; the bonus is paid by the customer you choose.',
  ),
  buys: text(
    '卡余额目前用于解除欠费停机，还不能支付套餐、超额用量和月费。',
    'For now a card’s balance lifts a stop for arrears. It does not pay packages, overage or monthly fees yet.',
  ),
  name: text('充 {amount} 送 {bonus}', '{amount} + {bonus}'),
  amountHelp: text('1.00 至 10,000.00', '1.00 to 10,000.00'),
  bonusHelp: text('小于充值金额，不赠送填 0', 'Below the amount; 0 for none'),
  kindHelp: text('首充每张卡只送一次，每个范围一个档位', 'A first recharge is given once a card; one tier per scope'),
  isOff: text('已停用，不再提供；已下单的照常到账', 'Disabled; it is no longer offered, orders under way are credited'),
};

type Row = RowOf<typeof phoneBillTiers.list>;

const said = (minor: string, { currency }: Row) => moneyText({ minor: BigInt(minor), currency });

const formOf = (row: Row | undefined): FormFields => [
  ...scopeOf(row?.customerId),
  { name: 'kind', kind: 'select', options: RechargeKind.options, help: words.kindHelp },
  { name: 'amount', kind: 'decimal', help: words.amountHelp },
  { name: 'bonus', kind: 'decimal', help: words.bonusHelp },
  { name: 'sort', kind: 'integer', help: listingWords.sortHelp },
  { name: 'validFrom', kind: 'time' },
  { name: 'validUntil', kind: 'time' },
];

const { fields } = phoneBillTiers.list;

const STATE_LOOKS = {
  offered: { shape: 'disc', tone: 'good' },
  waiting: { shape: 'ring', tone: 'neutral' },
  over: { shape: 'cross', tone: 'neutral' },
  off: { shape: 'square', tone: 'neutral' },
} satisfies Record<TierState, StatusLook>;

const useAccounts = () =>
  (useRead(readFreeAmounts, {}).data?.rules ?? []).map(({ accountId, accountName }) => ({
    value: accountId,
    label: accountName,
  }));

const ofOwn = (step: Step<Row>): Step<Row> => ({ ...step, isOffered: ({ isOwn }) => isOwn });

/** The amounts end users put on their cards, what is added, and who pays for that. */
export default function PhoneBill() {
  const t = useText();
  return (
    <RegisterScreen
      register={phoneBillTiers}
      columns={[
        { field: 'amount', pinned: 'left', width: 110 },
        { field: 'bonus', width: 90 },
        { field: 'kind', width: 110 },
        { field: 'state', width: 100 },
        { field: 'timesUsed', width: 90 },
        { field: 'toppedUp', width: 120 },
        { field: 'accountName', width: 180 },
        { field: 'productCode', width: 120 },
        { field: 'payable', width: 120 },
        { field: 'bonusGiven', width: 110 },
        { field: 'bonusOwed', width: 120 },
        { field: 'customerName', width: 140 },
        { field: 'sort', width: 80 },
        { field: 'validFrom', isOff: true },
        { field: 'validUntil', isOff: true },
        { field: 'currency', isOff: true },
        'updatedAt',
      ]}
      filters={[choiceFilter('accountId', fields.accountName.label, useAccounts), 'productCode', 'kind', 'state']}
      looks={{ state: STATE_LOOKS }}
      notice={<Note tone="plain">{t(words.buys)}</Note>}
      rowName={(row) => t(words.name, { amount: said(row.amount, row), bonus: said(row.bonus, row) })}
      form={formOf}
      begin={{ kind: RechargeKind.values.phoneBill, bonus: '0', sort: 10 }}
      values={({ amount, bonus, validFrom, validUntil }) => ({
        amount: typedAmount(amount),
        bonus: typedAmount(bonus),
        validFrom: validFrom ?? undefined,
        validUntil: validUntil ?? undefined,
      })}
      steps={['edit', ofOwn(enablingStep(enableTier, words.isOff)), 'delete']}
      tools={[
        {
          key: 'free',
          label: tierWords.free,
          call: readFreeAmounts,
          opens: (onClose) => <FreeAmounts onClose={onClose} />,
        },
      ]}
      isEditable={({ isOwn }) => isOwn}
      isDeletable={({ isOwn }) => isOwn}
      hint={words.hint}
    />
  );
}
