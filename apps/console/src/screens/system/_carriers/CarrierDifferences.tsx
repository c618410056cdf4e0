import {
  DifferenceState,
  decideDifferences,
  listDifferences,
} from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { SIDE_WORDS, SIDES, useDifferenceDecision } from '../../../parts/carrierSync/useDifferenceDecision.tsx';
import { Findings } from './Findings.tsx';

const words = {
  list: {
    label: nouns.differences,
    pick: text('先勾选待处理的差异', 'Select open differences first'),
    none: text('没有差异', 'No differences'),
    noneHint: text(
      '与运营商对账后，不一致的卡显示在这里。',
      'Cards that differ from the carrier appear here after a reconciliation.',
    ),
    failed: text('差异加载失败', 'Failed to load differences'),
  },
};

const LOOKS = {
  state: {
    open: { shape: 'half', tone: 'warning' },
    theirs: { shape: 'disc', tone: 'good' },
    ours: { shape: 'disc', tone: 'good' },
    gone: { shape: 'ring', tone: 'neutral' },
    closed: { shape: 'ring', tone: 'neutral' },
  },
} as const satisfies Record<'state', Record<DifferenceState, StatusLook>>;
const COLUMNS: readonly ColumnSpec<typeof listDifferences>[] = [
  { field: 'iccid', width: 214 },
  { field: 'kind', width: 128 },
  { field: 'ours', width: 104 },
  { field: 'theirs', width: 112 },
  { field: 'state', width: 150 },
  { field: 'customerName', width: 160 },
  'foundAt',
  'decidedAt',
  { field: 'decidedName', width: 120 },
];

/** The differences of the last reconciliations, with the choice of the side that counts. */
export function CarrierDifferences({ accountId }: { accountId: string }) {
  const { isRunning, decide } = useDifferenceDecision(accountId);

  return (
    <Findings
      list={listDifferences}
      accountId={accountId}
      states={DifferenceState}
      columns={COLUMNS}
      looks={LOOKS}
      words={words.list}
      decisions={SIDES.map((side) => ({
        key: side,
        label: SIDE_WORDS[side],
        call: decideDifferences,
        isRunning,
        onPick: (ids, clear) => void decide(side, ids, clear),
      }))}
    />
  );
}
