import {
  DifferenceKind,
  DifferenceState,
  decideDifferences,
  listDifferences,
} from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import type { TableColumn } from '../../../kit/table/DataTable.tsx';
import { SIDE_WORDS, SIDES, useDifferenceDecision } from '../../../parts/carrierSync/useDifferenceDecision.tsx';
import { Findings } from './Findings.tsx';

const words = {
  list: {
    label: text('差异', 'Differences'),
    pick: text('先勾选待处理的差异', 'Select open differences first'),
    none: text('没有差异', 'No differences'),
    noneHint: text(
      '与运营商对账后，不一致的卡显示在这里。',
      'Cards that differ from the carrier appear here after a reconciliation.',
    ),
    failed: text('差异加载失败', 'Failed to load differences'),
  },
};

const LOOKS: Readonly<Record<DifferenceState, StatusLook>> = {
  open: { shape: 'half', tone: 'warning' },
  theirs: { shape: 'disc', tone: 'good' },
  ours: { shape: 'disc', tone: 'good' },
  gone: { shape: 'ring', tone: 'neutral' },
  closed: { shape: 'ring', tone: 'neutral' },
};
type Row = RowOf<typeof listDifferences>;

/** What the last reconciliations found, and the choice of the side that counts. */
export function CarrierDifferences({ accountId }: { accountId: string }) {
  const t = useText();
  const { fields } = listDifferences;
  const { isRunning, decide } = useDifferenceDecision(accountId);

  const columns: readonly TableColumn<Row>[] = [
    { key: 'iccid', title: t(fields.iccid.label), width: 214, cell: (row) => <Identifier value={row.iccid} /> },
    { key: 'kind', title: t(fields.kind.label), width: 128, cell: (row) => t(DifferenceKind.labelOf(row.kind)) },
    { key: 'ours', title: t(fields.ours.label), width: 104, cell: (row) => row.ours },
    { key: 'theirs', title: t(fields.theirs.label), width: 112, cell: (row) => row.theirs ?? <Nothing /> },
    {
      key: 'state',
      title: t(fields.state.label),
      width: 150,
      cell: (row) => <StatusTag {...LOOKS[row.state]} word={t(DifferenceState.labelOf(row.state))} />,
    },
    { key: 'customerName', title: t(fields.customerName.label), width: 160, cell: (row) => row.customerName },
    { key: 'foundAt', title: t(fields.foundAt.label), width: 164, cell: (row) => <TimeText at={row.foundAt} /> },
    {
      key: 'decidedAt',
      title: t(fields.decidedAt.label),
      width: 164,
      cell: (row) => (row.decidedAt ? <TimeText at={row.decidedAt} /> : <Nothing />),
    },
    {
      key: 'decidedName',
      title: t(fields.decidedName.label),
      width: 120,
      cell: (row) => row.decidedName ?? <Nothing />,
    },
  ];
  return (
    <Findings
      list={listDifferences}
      accountId={accountId}
      states={DifferenceState}
      columns={columns}
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
