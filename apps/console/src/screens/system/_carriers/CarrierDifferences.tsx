import {
  DifferenceKind,
  DifferenceState,
  decideDifferences,
  differencesDecided,
  listDifferences,
} from '@cardinal/contract/api/carrierCards.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import type { TableColumn } from '../../../kit/table/DataTable.tsx';
import { toast } from '../../../shell/toasts.ts';
import { Findings } from './Findings.tsx';
import { useDecision } from './useDecision.ts';

const words = {
  theirs: text('以运营商为准', 'Take theirs'),
  ours: text('以平台为准', 'Ask for ours'),
  closed: text('关闭', 'Close'),
  closedQuestion: text('关闭 {n} 张卡的差异？', 'Close the differences of {n} {n|card|cards}?'),
  closedNote: text(
    '卡和运营商侧都不改变；运营商查无的卡在其再次出现前不再提示。',
    'Nothing changes here or at the carrier; a card it does not know is not told again until it knows it.',
  ),
  closedDone: text('已关闭 {n} 项差异', '{n} {n|difference|differences} closed'),
  theirsQuestion: text('{n} 张卡采用运营商的状态？', 'Take over the carrier’s status for {n} {n|card|cards}?'),
  theirsNote: text(
    '卡的状态改为运营商返回的状态，不会向运营商下发指令。',
    'The cards change here; nothing is asked of the carrier.',
  ),
  oursQuestion: text(
    '向运营商下发 {n} 张卡在平台的记录？',
    'Ask the carrier to bring {n} {n|card|cards} to what we have?',
  ),
  oursNote: text(
    '先采用运营商的状态，再以任务下发停机、复机或激活，运营商确认后生效。',
    'The cards first take over the carrier’s status; tasks then ask for a stop, restart or activation until it is confirmed.',
  ),
  theirsDone: text('{n} 张卡已采用运营商的记录', '{n} {n|card has|cards have} taken over what the carrier says'),
  oursDone: text('已下发：{tasks}', 'Asked of the carrier: {tasks}'),
  over: text('；另有 {n} 项已不再是差异', '; {n} more no longer differed'),
  tasks: text('查看任务', 'See the tasks'),
  list: {
    label: text('差异', 'Differences'),
    pick: text('先勾选待处理的差异', 'Pick open differences first'),
    none: text('没有差异', 'No differences'),
    noneHint: text('与运营商对账后，不一致的卡显示在这里。', 'Cards that differ appear here after a reconciliation.'),
    failed: text('差异加载失败', 'The differences could not be loaded'),
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

const SIDES = ['theirs', 'ours', 'closed'] as const;
type Side = (typeof SIDES)[number];

/** What the last reconciliations found, and the choice of the side that counts. */
export function CarrierDifferences({ accountId }: { accountId: string }) {
  const t = useText();
  const { fields } = listDifferences;
  const deciding = useDecision(decideDifferences, differencesDecided);

  const decide = async (side: Side, ids: string[], clear: () => void) => {
    const question = {
      title: t(words[`${side}Question`], { n: countAmount(ids.length) }),
      body: <p>{t(words[`${side}Note`])}</p>,
      confirm: t(words[side]),
      isDanger: side === 'ours',
    };
    const answer = await deciding.decide(question, { accountId, ids, side }, clear);
    if (!answer) return;
    const over = answer.over > 0 ? t(words.over, { n: countAmount(answer.over) }) : '';
    if (side !== 'ours') toast.success(t(words[`${side}Done`], { n: countAmount(answer.decided) }) + over);
    else {
      toast.success(t(words.oursDone, { tasks: answer.tasks.join(' · ') }) + over, {
        label: t(words.tasks),
        to: '/taskManagement/systemTask',
      });
    }
  };

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
        label: words[side],
        call: decideDifferences,
        isRunning: deciding.isRunning,
        onPick: (ids, clear) => void decide(side, ids, clear),
      }))}
    />
  );
}
