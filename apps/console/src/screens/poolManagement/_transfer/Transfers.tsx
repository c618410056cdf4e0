import { listTransfers, undoTransfer } from '@cardinal/contract/api/pools/myPool.ts';
import type { TransferState } from '@cardinal/contract/enumerations/pool.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';
import { useChange } from '../../../kit/change.ts';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { detailOfPool } from '../../../parts/pools/poolTexts.ts';
import { Link } from '../../../shell/Link.tsx';

const words = {
  undone: text('转移已撤销', 'Transfer undone'),
  question: text(
    '撤销 {n} 张卡的转移？卡留在 {pool}。',
    'Undo the transfer of {n} {n|card|cards}? They stay in {pool}.',
  ),
  none: text('没有转移记录', 'No transfers yet'),
};

const LOOKS = {
  state: {
    scheduled: { shape: 'ring', tone: 'neutral' },
    running: { shape: 'half', tone: 'neutral' },
    done: { shape: 'disc', tone: 'good' },
    undone: { shape: 'cross', tone: 'neutral' },
  },
} as const satisfies Record<'state', Record<TransferState, StatusLook>>;

const Pool = ({ code }: { code: string }) => <Link to={detailOfPool(code)}>{code}</Link>;

/** What was moved, is moving and waits. */
export function Transfers() {
  const t = useText();
  const undo = useChange(undoTransfer, { done: t(words.undone) });
  return (
    <ListScreen
      list={listTransfers}
      columns={[
        { field: 'createdAt', pinned: 'left' },
        { field: 'fromPoolCode', width: 150, cell: (row) => <Pool code={row.fromPoolCode} /> },
        {
          field: 'toPoolCode',
          width: 150,
          cell: (row) => (row.toPoolCode === null ? null : <Pool code={row.toPoolCode} />),
        },
        { field: 'state', width: 100 },
        { field: 'cards', width: 80 },
        { field: 'done', width: 80 },
        { field: 'skipped', width: 90 },
        { field: 'contributed', width: 120 },
        'effectiveAt',
        { field: 'remark', width: 160 },
        { field: 'accountName', width: 120 },
        { field: 'endedAt', isOff: true },
      ]}
      filters={['state', { field: 'createdAt', range: { mode: 'any' } }]}
      looks={LOOKS}
      isMoving={({ state }) => state === 'running'}
      rowName={(row) => row.fromPoolCode}
      rowActions={(row) =>
        row.state === 'scheduled'
          ? [
              {
                key: 'undo',
                label: t(undoTransfer.summary),
                call: undoTransfer,
                onPick: () =>
                  void undo.confirm({
                    title: t(words.question, { n: String(row.cards), pool: row.fromPoolCode }),
                    confirm: t(undoTransfer.summary),
                    sends: { body: { id: row.id } },
                  }),
              },
            ]
          : []
      }
      empty={{ title: words.none }}
    />
  );
}
