import {
  checkCashOuts,
  confirmBankPayout,
  listCashOutChecks,
  MOST_CHECKED,
  queryCashOut,
  recordBankPayout,
} from '@cardinal/contract/api/cashOuts/checks.ts';
import { CashOutRisk } from '@cardinal/contract/enumerations/cashOut.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Badge } from '@cardinal/ui/layout/Text.tsx';
import { lazy, Suspense, useState } from 'react';
import type { Picked } from '../../kit/bulk/BulkBar.tsx';
import { useChange } from '../../kit/change.ts';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import type { RowAction } from '../../kit/table/RowActions.tsx';
import { useShown } from '../../kit/useShown.ts';
import { CashOutPanel } from './_cashOuts/CashOutPanel.tsx';
import type { Checked } from './_cashOuts/CheckForms.tsx';
import { CASH_OUT_LOOKS, cashOutWords, isCashOutMoving } from './_cashOuts/cashOutWords.ts';

const CheckForm = lazy(() => import('./_cashOuts/CheckForms.tsx'));

const words = {
  waiting: text('待审核', 'To be reviewed'),
  review: text('待审核金额（{currency}）', 'To review ({currency})'),
  underway: text('未结束金额（{currency}）', 'Not ended ({currency})'),
  open: text('未结束', 'Not ended'),
  none: text('没有待处理的提现', 'No cash-outs to handle'),
  noneHint: text('新收款账户和大额提现在这里审核。', 'Cash-outs to new accounts and large ones are reviewed here.'),
  unit: text('笔提现', '{n|cash-out|cash-outs}'),
  asked: text('已查询', 'Asked'),
};
type Row = RowOf<typeof listCashOutChecks>;

/** The platform decides what is paid out, by what it came from and what is unusual about it. */
export default function CashOutCheck() {
  const t = useText();
  const [shown, show] = useShown();
  const [open, setOpen] = useState<{ of: Checked; done?: () => void }>();
  const querying = useChange(queryCashOut, { done: t(words.asked) });
  const start = (step: Checked['step'], row: Row) =>
    setOpen({
      of: {
        step,
        ids: [row.id],
        no: row.cashOutNo,
        sum: `${moneyAmount(row.net, row.currency)} ${row.currency}`,
        holder: row.holder,
        receiver: row.receiver,
      },
    });
  const stepsOf = (row: Row): RowAction[] => [
    ...(row.offered.pass || row.offered.reject
      ? [{ key: 'check', label: t(verbs.review), call: checkCashOuts, onPick: () => start('check', row) }]
      : []),
    ...(row.offered.pay
      ? [{ key: 'record', label: t(cashOutWords.record), call: recordBankPayout, onPick: () => start('record', row) }]
      : []),
    ...(row.offered.confirm
      ? [{ key: 'second', label: t(cashOutWords.second), call: confirmBankPayout, onPick: () => start('second', row) }]
      : []),
    ...(row.offered.query
      ? [
          {
            key: 'query',
            label: t(cashOutWords.query),
            call: queryCashOut,
            onPick: () => void querying.run({ body: { id: row.id } }),
          },
        ]
      : []),
  ];
  const columns: readonly ColumnSpec<typeof listCashOutChecks>[] = [
    { field: 'cashOutNo', pinned: 'left' },
    { field: 'customerName', width: 150 },
    'state',
    { field: 'waitsFor', width: 130 },
    'amount',
    'net',
    {
      field: 'risks',
      width: 200,
      cell: (row) => (
        <Inline gap="xs">
          {row.risks.map((risk) => (
            <Badge key={risk}>{t(CashOutRisk.labelOf(risk))}</Badge>
          ))}
        </Inline>
      ),
    },
    { field: 'receiver', width: 190 },
    { field: 'holder', width: 120 },
    { field: 'merchantName', width: 150 },
    { field: 'reason', width: 170 },
    'createdAt',
    'method',
    { field: 'firstBy', width: 100 },
    { field: 'checkedBy', width: 100 },
    { field: 'paidBy', width: 100 },
    { field: 'fee', isOff: true },
    { field: 'tax', isOff: true },
    { field: 'endedAt', isOff: true },
    { field: 'providerNo', isOff: true },
    { field: 'kind', isOff: true },
    { field: 'currency', isOff: true },
  ];
  const review = (picked: Picked, done: () => void) => {
    if (picked.kind !== 'ids') return;
    const ids = picked.ids.slice(0, MOST_CHECKED);
    setOpen({ of: { step: 'check', ids, no: '', sum: '', holder: '', receiver: '' }, done });
  };
  return (
    <>
      <ListScreen
        list={listCashOutChecks}
        isMoving={isCashOutMoving}
        columns={columns}
        filters={[
          'cashOutNo',
          customerFilter('customerId', nouns.customer),
          'state',
          'amount',
          'method',
          'createdAt',
          'providerNo',
          'endedAt',
          'kind',
          'currency',
        ]}
        filterNames={{ open: words.open }}
        views={[{ title: words.open, query: 'open=true' }]}
        looks={CASH_OUT_LOOKS}
        rowName={(row) => row.cashOutNo}
        unit={words.unit}
        figures={({ waiting, sums }, pick) => [
          {
            key: 'waiting',
            label: t(words.waiting),
            value: countAmount(waiting),
            onPick: () => pick({ state: String(CashOutState.values.underReview) }),
          },
          ...sums.slice(0, 1).flatMap(({ currency, review: sum, underway }) => [
            { key: 'review', label: t(words.review, { currency }), value: moneyAmount(sum, currency) },
            {
              key: 'underway',
              label: t(words.underway, { currency }),
              value: moneyAmount(underway, currency),
              onPick: () => pick({ open: 'true' }),
            },
          ]),
        ]}
        bulk={[{ key: 'check', label: checkCashOuts.summary, call: checkCashOuts, onPick: review }]}
        rowActions={(row) => [{ key: 'details', label: t(nouns.details), onPick: () => show(row.id) }, ...stepsOf(row)]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <CashOutPanel id={shown} steps={() => []} onClose={() => show(undefined)} />
      <Suspense fallback={null}>
        {open ? (
          <CheckForm of={open.of} {...(open.done ? { onDone: open.done } : {})} onClose={() => setOpen(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}
