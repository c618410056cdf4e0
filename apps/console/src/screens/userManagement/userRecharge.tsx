import {
  checkRecharge,
  enterBankTransfer,
  enterDeduction,
  listRecharges,
  payOnline,
  spendProfit,
  transferBalance,
  voidRecharge,
} from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { readTransferTo } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { RechargeState } from '@cardinal/contract/enumerations/recharge.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { type RowAction, RowActions } from '../../kit/table/RowActions.tsx';
import { useShown } from '../../kit/useShown.ts';
import { useSearch } from '../../shell/screenContext.ts';
import { useSignedIn } from '../../shell/signedIn.ts';
import type { Entry } from './_recharges/RechargeForms.tsx';
import { RechargePanel } from './_recharges/RechargePanel.tsx';
import { RECHARGE_LOOKS } from './_recharges/rechargeLooks.ts';
import { rechargeWords } from './_recharges/rechargeWords.ts';

const RechargeForm = lazy(() => import('./_recharges/RechargeForms.tsx'));
const TransferSheet = lazy(() => import('./_recharges/TransferSheet.tsx'));
const PayOnline = lazy(() => import('./_recharges/PayOnline.tsx'));
const PaymentSheet = lazy(() => import('./_recharges/PaymentSheet.tsx'));
const CheckForm = lazy(() => import('./_recharges/CheckForm.tsx'));

const words = {
  waiting: text('待审核', 'Waiting for review'),
  today: text('今日入账', 'Posted today'),
  month: text('本月入账', 'Posted this month'),
  none: text('还没有充值', 'No recharges yet'),
  noneHint: text(
    '录入下级的银行转账，另一人审核后入账。',
    'Enter a bank transfer of a child; it is posted once a second person has passed it.',
  ),
};
type Row = RowOf<typeof listRecharges>;

const COLUMNS: readonly ColumnSpec<typeof listRecharges>[] = [
  { field: 'rechargeNo', pinned: 'left' },
  { field: 'customerName', width: 160 },
  'state',
  'method',
  'amount',
  'createdAt',
  'balanceAfter',
  'voucherNo',
  { field: 'bonus', width: 88 },
  'balanceBefore',
  { field: 'enteredBy', width: 100 },
  { field: 'checkedBy', width: 100 },
  'decidedAt',
  { field: 'collectingAccount', width: 180 },
  { field: 'bank', isOff: true },
  { field: 'remark', isOff: true },
  { field: 'decision', isOff: true },
  { field: 'currency', isOff: true },
];
/** What is entered less often than a bank transfer. */
const OTHERS = [
  { key: 'transfer', call: transferBalance },
  { key: 'profit', call: spendProfit },
  { key: 'deduction', call: enterDeduction },
] as const;
const FILTERS = [
  'rechargeNo',
  customerFilter('under', nouns.customer),
  'method',
  'state',
  'voucherNo',
  'bank',
  'enteredBy',
  'checkedBy',
  'createdAt',
  'decidedAt',
  'currency',
] as const;

export default function Recharges() {
  const t = useText();
  const [shown, show] = useShown();
  const [search, write] = useSearch();
  const isPlatform = useSignedIn((state) => state.me?.customer.kind === 'PLATFORM');
  // A customer list sends here with its customer.
  const rechargeOf = search.get('rechargeOf') ?? undefined;
  const [entry, setEntry] = useState<Entry | undefined>(rechargeOf ? 'bank' : undefined);
  const [open, setOpen] = useState<{ recharge: Row; isVoid: boolean }>();
  const [isPaying, setIsPaying] = useState<'transfer' | 'online'>();
  const [goingOn, setGoingOn] = useState<{ paymentId: string; rechargeId: string }>();
  const ownId = useSignedIn((state) => state.me?.customer.id);
  const close = () => {
    setEntry(undefined);
    const next = new URLSearchParams(search);
    next.delete('rechargeOf');
    write(next);
  };
  const stepsOf = (recharge: Row): RowAction[] => [
    ...(recharge.offered.check
      ? [
          {
            key: 'check',
            label: t(verbs.review),
            call: checkRecharge,
            onPick: () => setOpen({ recharge, isVoid: false }),
          },
        ]
      : []),
    ...(recharge.offered.void
      ? [
          {
            key: 'void',
            label: t(verbs.void),
            call: voidRecharge,
            isDanger: true,
            onPick: () => setOpen({ recharge, isVoid: true }),
          },
        ]
      : []),
  ];
  return (
    <>
      <ListScreen
        list={listRecharges}
        isMoving={({ state }) => state === RechargeState.values.paying || state === RechargeState.values.held}
        columns={COLUMNS}
        filters={FILTERS}
        looks={RECHARGE_LOOKS}
        rowName={(row) => row.rechargeNo}
        figures={({ pending, posted }, pick) => [
          {
            key: 'pending',
            label: t(words.waiting),
            value: countAmount(pending),
            onPick: () => pick({ state: RechargeState.values.pending }),
          },
          ...posted.slice(0, 2).flatMap(({ currency, today, month }) => [
            { key: `today-${currency}`, label: t(words.today), value: moneyAmount(today, currency), unit: currency },
            { key: `month-${currency}`, label: t(words.month), value: moneyAmount(month, currency), unit: currency },
          ]),
        ]}
        rowActions={(row) => [{ key: 'details', label: t(nouns.details), onPick: () => show(row.id) }, ...stepsOf(row)]}
        actions={
          <>
            {isPlatform ? (
              <CallButton call={enterDeduction} onClick={() => setEntry('deduction')}>
                {t(rechargeWords.deduction)}
              </CallButton>
            ) : (
              <>
                <CallButton call={payOnline} onClick={() => setIsPaying('online')}>
                  {t(rechargeWords.online)}
                </CallButton>
                <CallButton call={readTransferTo} onClick={() => setIsPaying('transfer')}>
                  {t(rechargeWords.transferTo)}
                </CallButton>
                <RowActions
                  actions={OTHERS.map(({ key, call }) => ({
                    key,
                    call,
                    label: t(rechargeWords[key]),
                    onPick: () => setEntry(key),
                  }))}
                  shown={0}
                />
              </>
            )}
            <CallButton call={enterBankTransfer} type="primary" onClick={() => setEntry('bank')}>
              {t(rechargeWords.bank)}
            </CallButton>
          </>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <RechargePanel
        id={shown}
        steps={(recharge) => {
          const payment = recharge.payments[0];
          const isOpen = payment?.state === 'open' || payment?.state === 'created';
          if (!payment || !isOpen || recharge.customerId !== ownId) return stepsOf(recharge);
          return [
            {
              key: 'continue',
              label: t(rechargeWords.continue),
              call: payOnline,
              onPick: () => setGoingOn({ paymentId: payment.id, rechargeId: recharge.id }),
            },
            ...stepsOf(recharge),
          ];
        }}
        onClose={() => show(undefined)}
      />
      <Suspense fallback={null}>
        {entry ? <RechargeForm entry={entry} customerId={rechargeOf} onClose={close} /> : null}
        {isPaying === 'transfer' ? <TransferSheet onClose={() => setIsPaying(undefined)} /> : null}
        {isPaying === 'online' ? <PayOnline onClose={() => setIsPaying(undefined)} /> : null}
        {goingOn ? <PaymentSheet {...goingOn} onClose={() => setGoingOn(undefined)} /> : null}
        {open ? <CheckForm {...open} onClose={() => setOpen(undefined)} /> : null}
      </Suspense>
    </>
  );
}
