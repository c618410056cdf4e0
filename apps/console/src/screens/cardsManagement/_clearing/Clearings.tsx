import { cancelClearing, checkClearing, listClearings } from '@cardinal/contract/api/orders/balanceClearing.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import type { Looks } from '../../../kit/table/cells.tsx';
import { Link } from '../../../shell/Link.tsx';

const CheckForm = lazy(() => import('./CheckForm.tsx'));

const words = {
  check: text('审批', 'Review'),
  withdraw: text('取消清理', 'Cancel clearing'),
  question: text('取消 {no}？', 'Cancel {no}?'),
  questionNote: text('{n} 张卡的余额保持不变。', 'The balances of {n} {n|card|cards} stay as they are.'),
  withdrawn: text('清理已取消', 'Clearing cancelled'),
  none: text('还没有余额清理', 'No balances cleared yet'),
  noneHint: text(
    '在「可清理的卡」中勾选卡或选择全部筛选结果，再提交。',
    'Tick cards under “Cards to clear”, or select all the filter finds, and submit them.',
  ),
};

type Row = RowOf<typeof listClearings>;

const LOOKS: Readonly<Record<string, Looks>> = {
  state: {
    pending: { shape: 'ring', tone: 'warning' },
    running: { shape: 'half', tone: 'busy' },
    done: { shape: 'disc', tone: 'good' },
    rejected: { shape: 'cross', tone: 'bad' },
    cancelled: { shape: 'square', tone: 'neutral' },
  },
};

/** What was asked to be cleared, by whom, who let it pass and what came of it. */
export default function Clearings() {
  const t = useText();
  const [checked, setChecked] = useState<Row>();
  const withdrawing = useChange(cancelClearing, { done: () => t(words.withdrawn) });
  const withdraw = (row: Row) =>
    withdrawing.confirm({
      title: t(words.question, { no: row.taskNo }),
      body: t(words.questionNote, { n: countAmount(row.cards) }),
      confirm: t(words.withdraw),
      isDanger: true,
      sends: { body: { id: row.id } },
    });
  return (
    <>
      <ListScreen
        list={listClearings}
        columns={[
          {
            field: 'taskNo',
            pinned: 'left',
            width: 150,
            cell: (row) => <Link to={`/taskManagement/systemTask?id=${row.id}`}>{row.taskNo}</Link>,
          },
          'state',
          'amount',
          'cards',
          'cleared',
          'clearedCards',
          { field: 'reason', width: 180 },
          { field: 'makerName', width: 100 },
          'createdAt',
          { field: 'checkedBy', width: 100 },
          { field: 'checkNote', width: 140 },
          'finishedAt',
          { field: 'paid', isOff: true },
          { field: 'gift', isOff: true },
          { field: 'preload', isOff: true },
          { field: 'currency', isOff: true },
        ]}
        looks={LOOKS}
        rowName={(row) => row.taskNo}
        rowActions={(row) => [
          ...(row.offered.check
            ? [{ key: 'check', label: t(words.check), call: checkClearing, onPick: () => setChecked(row) }]
            : []),
          ...(row.offered.cancel
            ? [
                {
                  key: 'cancel',
                  label: t(verbs.cancel),
                  call: cancelClearing,
                  isDanger: true,
                  onPick: () => void withdraw(row),
                },
              ]
            : []),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {checked ? (
          <CheckForm
            clearing={checked}
            amount={moneyAmount(checked.amount, checked.currency)}
            onClose={() => setChecked(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
