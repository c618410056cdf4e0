import { listSyncRuns, SyncRunState } from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import type { TableColumn } from '../../../kit/table/DataTable.tsx';
import { PagedTable } from './PagedTable.tsx';

const words = {
  runs: text('同步记录', 'Sync runs'),
  full: text('全量', 'Full'),
  changes: text('增量', 'Changes'),
  kind: text('方式', 'Kind'),
  none: text('还没有同步记录', 'No sync runs yet'),
  noneHint: text(
    '按同步周期读取运营商的变更后，记录显示在这里。',
    'Runs appear here after the carrier’s changes are read on schedule.',
  ),
  failed: text('同步记录加载失败', 'Failed to load sync runs'),
};

const LOOKS: Readonly<Record<SyncRunState, StatusLook>> = {
  running: { shape: 'half', tone: 'warning' },
  finished: { shape: 'disc', tone: 'good' },
  halted: { shape: 'cross', tone: 'bad' },
};
type Row = RowOf<typeof listSyncRuns>;

/** Every reading of the carrier's list of changes: when, how many cards, and what stopped it. */
export function CarrierRuns({ accountId }: { accountId: string }) {
  const t = useText();
  const { fields } = listSyncRuns;
  const columns: readonly TableColumn<Row>[] = [
    { key: 'beganAt', title: t(fields.beganAt.label), width: 164, cell: (row) => <TimeText at={row.beganAt} /> },
    {
      key: 'finishedAt',
      title: t(fields.finishedAt.label),
      width: 164,
      cell: (row) => (row.finishedAt ? <TimeText at={row.finishedAt} /> : <Nothing />),
    },
    {
      key: 'state',
      title: t(fields.state.label),
      width: 100,
      cell: (row) => <StatusTag {...LOOKS[row.state]} word={t(SyncRunState.labelOf(row.state))} />,
    },
    { key: 'isFull', title: t(words.kind), width: 90, cell: (row) => t(row.isFull ? words.full : words.changes) },
    { key: 'seen', title: t(fields.seen.label), width: 100, isNumeric: true, cell: (row) => countAmount(row.seen) },
    {
      key: 'changed',
      title: t(fields.changed.label),
      width: 136,
      isNumeric: true,
      cell: (row) => countAmount(row.changed),
    },
    {
      key: 'halted',
      title: t(fields.halted.label),
      width: 240,
      cell: (row) => (row.halted ? <span title={row.halted}>{row.halted}</span> : <Nothing />),
    },
  ];
  return (
    <PagedTable
      list={listSyncRuns}
      filters={{ accountId }}
      columns={columns}
      label={words.runs}
      empty={{ title: words.none, hint: words.noneHint }}
      failed={words.failed}
      isLive
    />
  );
}
