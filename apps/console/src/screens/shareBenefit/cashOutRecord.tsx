import { cancelCashOut, confirmCashOut, listCashOuts, retryCashOut } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { useChange } from '../../kit/change.ts';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import type { RowAction } from '../../kit/table/RowActions.tsx';
import { useShown } from '../../kit/useShown.ts';
import { useSignedIn } from '../../shell/signedIn.ts';
import { CashOutPanel } from './_cashOuts/CashOutPanel.tsx';
import { CASH_OUT_LOOKS, cashOutWords, isCashOutMoving } from './_cashOuts/cashOutWords.ts';

const AskForm = lazy(() => import('./_cashOuts/AskForm.tsx'));
const ConfirmSheet = lazy(() => import('./_cashOuts/ConfirmSheet.tsx'));

const words = {
  done: text('已到账（{currency}）', 'Done ({currency})'),
  underway: text('处理中（{currency}）', 'On the way ({currency})'),
  failed: text('失败（{currency}）', 'Failed ({currency})'),
  none: text('还没有提现', 'No cash-outs yet'),
  noneHint: text(
    '在分润概览申请提现后，进度显示在这里。',
    'What you cash out on the profit overview is followed here.',
  ),
  question: text('撤销提现 {no}？', 'Cancel the cash-out {no}?'),
  effect: text('款项退回可提现分润。', 'The money becomes withdrawable profit again.'),
  cancelled: text('已提交撤销', 'Cancelled, or asked to be'),
};
type Row = RowOf<typeof listCashOuts>;

const columns = (isPlatform: boolean): readonly ColumnSpec<typeof listCashOuts>[] => [
  { field: 'cashOutNo', pinned: 'left' },
  ...(isPlatform ? ([{ field: 'customerName', width: 150 }] as const) : []),
  'state',
  { field: 'waitsFor', width: 130 },
  'amount',
  'net',
  { field: 'fee', width: 88 },
  { field: 'receiver', width: 190 },
  { field: 'reason', width: 180 },
  'createdAt',
  'endedAt',
  'method',
  { field: 'holder', width: 120 },
  { field: 'tax', isOff: true },
  { field: 'providerNo', isOff: true },
  { field: 'kind', isOff: true },
  { field: 'currency', isOff: true },
];
const SUMS = [
  ['done', CashOutState.values.done],
  ['underway', CashOutState.values.transferring],
  ['failed', CashOutState.values.failed],
] as const;

/** One's money on its way out: how far it is, what hinders it, and what can be done. */
export default function CashOutRecord() {
  const t = useText();
  const [shown, show] = useShown();
  const [open, setOpen] = useState<{ row: Row; step: 'confirm' | 'retry' }>();
  const isPlatform = useSignedIn((state) => state.me?.customer.kind === 'PLATFORM');
  const cancelling = useChange(cancelCashOut, { done: t(words.cancelled) });
  const cancel = (row: Row) =>
    cancelling.confirm({
      title: t(words.question, { no: row.cashOutNo }),
      body: t(words.effect),
      confirm: t(cashOutWords.cancel),
      isDanger: true,
      sends: { body: { id: row.id } },
    });
  const stepsOf = (row: Row): RowAction[] => [
    ...(row.offered.confirm
      ? [
          {
            key: 'confirm',
            label: t(cashOutWords.confirm),
            call: confirmCashOut,
            onPick: () => setOpen({ row, step: 'confirm' }),
          },
        ]
      : []),
    ...(row.offered.retry
      ? [
          {
            key: 'retry',
            label: t(cashOutWords.retry),
            call: retryCashOut,
            onPick: () => setOpen({ row, step: 'retry' }),
          },
        ]
      : []),
    ...(row.offered.cancel
      ? [
          {
            key: 'cancel',
            label: t(cashOutWords.cancel),
            call: cancelCashOut,
            isDanger: true,
            onPick: () => void cancel(row),
          },
        ]
      : []),
  ];
  const close = () => setOpen(undefined);
  return (
    <>
      <ListScreen
        list={listCashOuts}
        isMoving={isCashOutMoving}
        columns={columns(isPlatform)}
        filters={[
          'cashOutNo',
          ...(isPlatform ? [customerFilter('customerId', nouns.customer)] : []),
          'state',
          'createdAt',
          'method',
          'amount',
          'providerNo',
          'endedAt',
          'kind',
          'currency',
        ]}
        looks={CASH_OUT_LOOKS}
        rowName={(row) => row.cashOutNo}
        figures={({ sums }, pick) =>
          sums.slice(0, 1).flatMap((sum) =>
            SUMS.map(([name, state]) => ({
              key: name,
              label: t(words[name], { currency: sum.currency }),
              value: moneyAmount(sum[name], sum.currency),
              onPick: () => pick({ state: String(state) }),
            })),
          )
        }
        rowActions={(row) => [{ key: 'details', label: t(nouns.details), onPick: () => show(row.id) }, ...stepsOf(row)]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <CashOutPanel id={shown} steps={stepsOf} onClose={() => show(undefined)} />
      <Suspense fallback={null}>
        {open?.step === 'confirm' ? <ConfirmSheet id={open.row.id} onClose={close} /> : null}
        {open?.step === 'retry' ? <AskForm again={open.row} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
