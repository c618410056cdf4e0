import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { LookupDepth, listOnlineLookups, startOnlineLookup } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { TimeAgo } from '@cardinal/ui/TimeText.tsx';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useList } from '../../kit/list/useList.ts';
import { Nothing } from '../../kit/table/cells.tsx';
import { navigate } from '../../shell/navigation.ts';
import { useSearch } from '../../shell/screenContext.ts';
import { AskOnline } from './_online/AskOnline.tsx';

const ResetNetwork = lazy(() => import('./_online/ResetNetwork.tsx'));
const DiagnosisSheet = lazy(() => import('./_online/DiagnosisSheet.tsx'));

const words = {
  ahead: text('排队中，前面 {n} 张', 'Queued, {n} ahead'),
  offline: text('离线', 'Offline'),
  steps: text('诊断步骤', 'Steps'),
  again: text('再查一次', 'Ask again'),
  unknownAgain: text('重查未知的 {n} 张', 'Query {n} unknown again'),
  used: text('最近用量', 'Last usage'),
  reset: text('重置网络', 'Reset the network'),
  openCard: text('打开卡', 'Open the card'),
  none: text('还没有查询过', 'No look-ups yet'),
  noneHint: text(
    '粘贴卡号，实时询问运营商：在线状态、IP、APN、设备，或逐步诊断。',
    'Paste card numbers to query the carrier in real time: online state, IP, APN, device, or a step-by-step diagnosis.',
  ),
};

const RESETS = { permission: CARD_ACTIONS.reset_network };

type Row = RowOf<typeof listOnlineLookups>;

const LOOKS = {
  onlineState: {
    0: { shape: 'ring', tone: 'neutral' },
    1: { shape: 'disc', tone: 'good' },
    2: { shape: 'half', tone: 'warning' },
  },
  state: {
    waiting: { shape: 'ring', tone: 'neutral' },
    asking: { shape: 'half', tone: 'busy' },
    done: { shape: 'disc', tone: 'good' },
  },
} as const;

const COLUMNS: readonly ColumnSpec<typeof listOnlineLookups>[] = [
  { field: 'iccid', pinned: 'left', width: 210, cell: (row) => <Identifier value={row.iccid} /> },
  { field: 'onlineState', width: 110 },
  { key: 'explained', title: listOnlineLookups.fields.words.label, width: 240, cell: (row) => <Explained row={row} /> },
  { field: 'source', width: 130 },
  { field: 'ipAddress', width: 140 },
  { field: 'apn', width: 120 },
  { field: 'rat', width: 90 },
  { field: 'imei', width: 160 },
  { field: 'startedAt', width: 170 },
  { field: 'endedAt', width: 170 },
  {
    field: 'usedToday',
    title: words.used,
    width: 150,
    cell: (row) =>
      row.usedToday === null ? (
        <Nothing />
      ) : (
        <>
          <Volume bytes={row.usedToday} /> {row.usageAt ? <TimeAgo at={row.usageAt} /> : null}
        </>
      ),
  },
  { field: 'platform', width: 110 },
  { field: 'knownAt', width: 170 },
  { field: 'askedAt', width: 170 },
  { field: 'accountName', width: 110 },
  { field: 'state', isOff: true },
  { field: 'createdAt', isOff: true },
  { field: 'usageAt', isOff: true },
];

function Explained({ row }: { row: Row }) {
  const t = useText();
  if (row.position !== null) return <span>{t(words.ahead, { n: row.position })}</span>;
  return row.words ? <span title={row.words}>{row.words}</span> : <Nothing />;
}

/** Poll interval while answers are pending. */
const WATCH_MS = 1_500;

export default function QueryCardOnlineInfo() {
  const t = useText();
  const [search, write] = useSearch();
  const [opened, setOpened] = useState<string>();
  const [reset, setReset] = useState<string>();
  const { page, refresh, state } = useList(listOnlineLookups);
  const again = useChange(startOnlineLookup);
  const isOpen = (page?.summary.open ?? 0) > 0;
  const unknown = page?.summary.unknown ?? 0;
  const taskId = [state.filters['taskId'] ?? []].flat()[0];
  // All queries of one look-up have the same kind.
  const depth = page?.list[0]?.depth ?? LookupDepth.values.online;
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(refresh, WATCH_MS);
    return () => clearInterval(timer);
  }, [isOpen, refresh]);

  const show = (taskId: string | undefined) => {
    const next = new URLSearchParams(search);
    for (const key of [...next.keys()]) next.delete(key);
    if (taskId) next.set('taskId', taskId);
    write(next);
  };
  const askAgain = async (body: BodyOf<typeof startOnlineLookup>) => {
    const started = await again.run({ body });
    if (started) show(started.taskId);
  };
  return (
    <>
      <ListScreen
        list={listOnlineLookups}
        columns={COLUMNS}
        looks={LOOKS}
        filters={['iccid', 'onlineState', 'platform', 'depth', { field: 'createdAt' }]}
        shownElsewhere={['taskId']}
        actions={
          taskId && !isOpen && unknown > 0 ? (
            <CallButton
              call={startOnlineLookup}
              loading={again.isRunning}
              onClick={() => void askAgain({ unknownOf: taskId, depth })}
            >
              {t(words.unknownAgain, { n: countAmount(unknown) })}
            </CallButton>
          ) : null
        }
        lead={<AskOnline isOne={taskId !== undefined} onStarted={show} />}
        figures={(summary, pick) => [
          {
            key: 'online',
            label: t(nouns.online),
            value: countAmount(summary.online),
            onPick: () => pick({ onlineState: ['1'] }),
          },
          {
            key: 'offline',
            label: t(words.offline),
            value: countAmount(summary.offline),
            onPick: () => pick({ onlineState: ['0'] }),
          },
          {
            key: 'unknown',
            label: t(nouns.unknown),
            value: countAmount(summary.unknown),
            onPick: () => pick({ onlineState: ['2'] }),
          },
          { key: 'open', label: t(nouns.beingAsked), value: countAmount(summary.open) },
        ]}
        rowActions={(row) => [
          ...(row.depth === 'diagnosis'
            ? [{ key: 'steps', label: t(words.steps), onPick: () => setOpened(row.id) }]
            : []),
          {
            key: 'again',
            label: t(words.again),
            call: startOnlineLookup,
            onPick: () => void askAgain({ numbers: row.iccid, depth: row.depth }),
          },
          {
            key: 'reset',
            label: t(words.reset),
            call: RESETS,
            onPick: () => setReset(row.iccid),
          },
          {
            key: 'card',
            label: t(words.openCard),
            onPick: () => navigate(`/cardsManagement/cardDetailLt?iccid=${row.iccid}`),
          },
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {reset ? (
        <Suspense fallback={null}>
          <ResetNetwork iccid={reset} onClose={() => setReset(undefined)} />
        </Suspense>
      ) : null}
      {opened ? (
        <Suspense fallback={null}>
          <DiagnosisSheet id={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
