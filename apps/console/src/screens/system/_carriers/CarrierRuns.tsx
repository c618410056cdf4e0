import { listSyncRuns, type SyncRunState } from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';

const words = {
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

const LOOKS = {
  state: {
    running: { shape: 'half', tone: 'warning' },
    finished: { shape: 'disc', tone: 'good' },
    halted: { shape: 'cross', tone: 'bad' },
  },
} as const satisfies Record<'state', Record<SyncRunState, StatusLook>>;
const COLUMNS: readonly ColumnSpec<typeof listSyncRuns>[] = [
  'beganAt',
  'finishedAt',
  { field: 'state', width: 100 },
  { field: 'isFull', title: words.kind, width: 90, cell: ({ isFull }) => <Way isFull={isFull} /> },
  { field: 'seen', width: 100 },
  { field: 'changed', width: 136 },
  { field: 'halted', width: 240 },
];

function Way({ isFull }: { isFull: boolean }) {
  const t = useText();
  return t(isFull ? words.full : words.changes);
}

/** Every reading of the carrier's change list: when, how many cards, and why it stopped. */
export function CarrierRuns({ accountId }: { accountId: string }) {
  return (
    <PagedTable
      list={listSyncRuns}
      filters={{ accountId }}
      columns={COLUMNS}
      looks={LOOKS}
      label={nouns.syncRuns}
      empty={{ title: words.none, hint: words.noneHint }}
      failed={words.failed}
      isLive
    />
  );
}
