import {
  listDayReturns,
  MOST_DAY_RETURNS,
  notifyDayReturns,
  readNights,
  retryDayReturns,
  returnToManual,
} from '@cardinal/contract/api/dayReturns/dayReturns.ts';
import { DayReturnState } from '@cardinal/contract/enumerations/dayReturn.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useState } from 'react';
import type { Picked } from '../../kit/bulk/BulkBar.tsx';
import { ChartCard } from '../../kit/ChartCard.tsx';
import { useChange } from '../../kit/change.ts';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import type { RowAction } from '../../kit/table/RowActions.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Link } from '../../shell/Link.tsx';
import { useSignedIn } from '../../shell/signedIn.ts';
import { DAY_RETURN_LOOKS } from './_dayReturns/dayReturnLooks.ts';

const words = {
  none: text('没有失败的日返', 'No day return has failed'),
  noneHint: text(
    '每晚自动提现未成功的客户会列在这里，处理后可重试。',
    'Customers whose nightly cash-out did not succeed are listed here, to be tried again.',
  ),
  open: text('未解决', 'Unsolved'),
  items: text('{day} 共', 'Night of {day}'),
  done: text('当晚到账（{currency}）', 'Arrived that night ({currency})'),
  failed: text('当晚失败（{currency}）', 'Failed that night ({currency})'),
  unit: text('条日返', 'day {n|return|returns}'),
  history: text('近 {n} 次日返', 'Last {n} nights'),
  retried: text('已开始重试 {n} 条', 'Trying {n} {n|day return|day returns} again'),
  told: text('已通知 {n} 个客户', 'Told about {n} {n|day return|day returns}'),
  manual: text('转手动提现', 'Leave to the customer'),
  manualDone: text('已转手动提现', 'Left to the customer'),
  question: text('将 {customer} 的日返转为手动提现？', 'Leave the day return of {customer} to the customer?'),
  effect: text(
    '金额留在可提现分润，由客户自行提现；该客户的日返同时关闭。',
    'The amount stays withdrawable for the customer to cash out by hand; its day return is switched off.',
  ),
  notify: text('通知客户', 'Notify the customer'),
};
type Row = RowOf<typeof listDayReturns>;

const columns = (isPlatform: boolean): readonly ColumnSpec<typeof listDayReturns>[] => [
  { field: 'day', pinned: 'left', width: 110 },
  ...(isPlatform ? ([{ field: 'customerName', width: 160 }] as const) : []),
  { field: 'amount', width: 110 },
  { field: 'state', width: 130 },
  { field: 'step', width: 100 },
  { field: 'reason', width: 130 },
  { field: 'why', width: 220 },
  { field: 'attempts', width: 96 },
  'nextAt',
  {
    field: 'cashOutNo',
    width: 150,
    cell: (row) =>
      row.cashOutNo ? <Link to={`/shareBenefit/cashOutRecord?shown=${row.cashOutId}`}>{row.cashOutNo}</Link> : null,
  },
  'failedAt',
  'solvedAt',
  'toldAt',
  { field: 'currency', isOff: true },
];
const filters = (isPlatform: boolean): readonly FilterSpec[] => [
  'state',
  ...(isPlatform ? [customerFilter('customerId', nouns.customer)] : []),
  'day',
  'reason',
  'step',
  'cashOutNo',
  'amount',
  'failedAt',
  'currency',
];

/** What each of the last nights came to. */
function History() {
  const t = useText();
  const { data } = useRead(readNights, {});
  if (!data || data.nights.length === 0) return null;
  const nights = [...data.nights].reverse();
  const of = (key: 'done' | 'carried' | 'underway' | 'failed') => ({
    key,
    name: t(DayReturnState.labelOf(key)),
    values: nights.map((night) => night[key]),
    ...(key === 'failed' ? { isBad: true } : {}),
    ...(key === 'carried' ? { isQuiet: true } : {}),
  });
  return (
    <ChartCard
      title={t(words.history, { n: nights.length })}
      height={140}
      chart={{
        shape: 'columns',
        measure: 'count',
        isStacked: true,
        categories: nights.map(({ day }) => day.slice(5)),
        series: [of('done'), of('underway'), of('carried'), of('failed')],
      }}
    />
  );
}

/** Last night's failures, to be emptied in the morning. */
export default function DayReturnFailedRecord() {
  const t = useText();
  const isPlatform = useSignedIn((state) => state.me?.customer.kind === 'PLATFORM');
  const [specs] = useState(() => filters(isPlatform));
  const [shownColumns] = useState(() => columns(isPlatform));
  const retrying = useChange(retryDayReturns, { done: ({ total }) => t(words.retried, { n: total }) });
  const telling = useChange(notifyDayReturns, { done: ({ told }) => t(words.told, { n: told }) });
  const leaving = useChange(returnToManual, { done: t(words.manualDone) });
  const leave = (row: Row) =>
    leaving.confirm({
      title: t(words.question, { customer: row.customerName }),
      body: t(words.effect),
      confirm: t(words.manual),
      isDanger: true,
      sends: { body: { id: row.id } },
    });
  const idsOf = (picked: Picked) => (picked.kind === 'ids' ? picked.ids.slice(0, MOST_DAY_RETURNS) : []);
  const stepsOf = (row: Row): RowAction[] => [
    ...(row.offered.retry
      ? [
          {
            key: 'retry',
            label: t(verbs.retry),
            call: retryDayReturns,
            onPick: () => void retrying.run({ body: { ids: [row.id] } }),
          },
        ]
      : []),
    ...(row.offered.notify
      ? [
          {
            key: 'notify',
            label: t(words.notify),
            call: notifyDayReturns,
            onPick: () => void telling.run({ body: { ids: [row.id] } }),
          },
        ]
      : []),
    ...(row.offered.toManual
      ? [
          {
            key: 'toManual',
            label: t(words.manual),
            call: returnToManual,
            isDanger: true,
            onPick: () => void leave(row),
          },
        ]
      : []),
  ];
  return (
    <ListScreen
      list={listDayReturns}
      columns={shownColumns}
      filters={specs}
      looks={DAY_RETURN_LOOKS}
      rowName={(row) => `${row.day} ${row.customerName}`}
      unit={words.unit}
      lead={<History />}
      figures={({ last, open, sums }, pick) => [
        { key: 'open', label: t(words.open), value: countAmount(open), onPick: () => pick({ state: 'failed' }) },
        ...(last
          ? [
              {
                key: 'items',
                label: t(words.items, { day: last.day.slice(5) }),
                value: countAmount(last.items),
                onPick: () => pick({ day: last.day }),
              },
            ]
          : []),
        ...sums.slice(0, 1).flatMap((sum) => [
          { key: 'done', label: t(words.done, { currency: sum.currency }), value: moneyAmount(sum.done, sum.currency) },
          {
            key: 'failed',
            label: t(words.failed, { currency: sum.currency }),
            value: moneyAmount(sum.failed, sum.currency),
          },
        ]),
      ]}
      views={[{ title: words.open, query: 'state=failed' }]}
      bulk={
        isPlatform
          ? [
              {
                key: 'retry',
                label: retryDayReturns.summary,
                call: retryDayReturns,
                onPick: (picked, done) => {
                  void retrying.run({ body: { ids: idsOf(picked) } });
                  done();
                },
              },
              {
                key: 'notify',
                label: words.notify,
                call: notifyDayReturns,
                onPick: (picked, done) => {
                  void telling.run({ body: { ids: idsOf(picked) } });
                  done();
                },
              },
            ]
          : []
      }
      rowActions={stepsOf}
      empty={{ title: words.none, hint: words.noneHint }}
    />
  );
}
