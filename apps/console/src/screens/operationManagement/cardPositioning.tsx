import {
  findInArea,
  listConsents,
  listPositions,
  revealPositions,
} from '@cardinal/contract/api/cardLookups/positioning.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useList } from '../../kit/list/useList.ts';
import { mayCall } from '../../shell/permissions.ts';
import { useSearch } from '../../shell/screenContext.ts';
import { AskWhere } from './_positions/AskWhere.tsx';

const WhereTheyAre = lazy(() => import('../../parts/cardLookups/WhereTheyAre.tsx'));
const FindInArea = lazy(() => import('./_positions/FindInArea.tsx'));
const Consents = lazy(() => import('./_positions/Consents.tsx'));

const words = {
  found: text('已定位', 'Located'),
  missing: text('无位置', 'No position'),
  month: text('本月查询次数', 'Queries this month'),
  track: text('轨迹', 'Track'),
  onMap: text('看地图', 'On the map'),
  area: text('按区域查找', 'Find by area'),
  consents: text('定位授权', 'Consents'),
  none: text('还没有定位过', 'No locations yet'),
  noneHint: text(
    '输入卡号和用途，向运营商查询位置；每次查询都会留下记录。',
    'Enter card numbers and a purpose to query the carrier for locations. Every query is recorded.',
  ),
};

type Row = RowOf<typeof listPositions>;

const LOOKS = {
  state: {
    waiting: { shape: 'ring', tone: 'neutral' },
    asking: { shape: 'half', tone: 'busy' },
    done: { shape: 'disc', tone: 'good' },
  },
} as const;

const COLUMNS: readonly ColumnSpec<typeof listPositions>[] = [
  { field: 'iccid', pinned: 'left', width: 210, cell: (row) => <Identifier value={row.iccid} /> },
  { field: 'state', width: 100 },
  { field: 'isFound', width: 90 },
  { field: 'source', width: 110 },
  { field: 'accuracyMetres', width: 120 },
  { field: 'locatedAt', width: 170 },
  { field: 'words', width: 240 },
  { field: 'purpose', width: 180 },
  { field: 'accountName', width: 110 },
  { field: 'askedAt', width: 170 },
  { field: 'platform', width: 110 },
  { field: 'createdAt', isOff: true },
];

/** Poll interval while answers are pending. */
const WATCH_MS = 1_500;

export default function CardPositioning() {
  const t = useText();
  const [search, write] = useSearch();
  const [isArea, setIsArea] = useState(false);
  const [isConsents, setIsConsents] = useState(false);
  const { page, refresh, state } = useList(listPositions);
  const isOpen = (page?.summary.open ?? 0) > 0;
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(refresh, WATCH_MS);
    return () => clearInterval(timer);
  }, [isOpen, refresh]);

  const taskId = [state.filters['taskId'] ?? []].flat()[0];
  const iccid = search.get('track') ?? undefined;
  const show = (shown: { taskId?: string; track?: string }) => {
    setIsArea(false);
    write(new URLSearchParams(shown));
  };
  const asked = iccid ? { iccid } : taskId && !isOpen ? { taskId } : undefined;
  return (
    <>
      <ListScreen
        list={listPositions}
        columns={COLUMNS}
        looks={LOOKS}
        filters={['iccid', 'isFound', 'purpose', 'accountName', { field: 'createdAt' }]}
        shownElsewhere={['taskId']}
        lead={
          <AskWhere isOne={asked !== undefined} onStarted={(started) => show(started ? { taskId: started } : {})} />
        }
        notice={
          isArea ? (
            <Suspense fallback={null}>
              <FindInArea onClose={() => setIsArea(false)} />
            </Suspense>
          ) : asked && mayCall(revealPositions) ? (
            <Suspense fallback={null}>
              <WhereTheyAre asked={asked} />
            </Suspense>
          ) : null
        }
        actions={
          <>
            <CallButton call={findInArea} onClick={() => setIsArea(true)}>
              {t(words.area)}
            </CallButton>
            <CallButton call={listConsents} onClick={() => setIsConsents(true)}>
              {t(words.consents)}
            </CallButton>
          </>
        }
        figures={(summary, pick) => [
          {
            key: 'found',
            label: t(words.found),
            value: countAmount(summary.found),
            onPick: () => pick({ isFound: '1' }),
          },
          {
            key: 'missing',
            label: t(words.missing),
            value: countAmount(summary.missing),
            onPick: () => pick({ isFound: '0' }),
          },
          { key: 'open', label: t(nouns.beingAsked), value: countAmount(summary.open) },
          { key: 'month', label: t(words.month), value: countAmount(summary.thisMonth) },
        ]}
        rowActions={(row: Row) =>
          row.isFound
            ? [
                {
                  key: 'map',
                  label: t(words.onMap),
                  call: revealPositions,
                  onPick: () => show({ taskId: row.taskId }),
                },
                {
                  key: 'track',
                  label: t(words.track),
                  call: revealPositions,
                  onPick: () => show({ track: row.iccid }),
                },
              ]
            : []
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {isConsents ? (
        <Suspense fallback={null}>
          <Consents onClose={() => setIsConsents(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
