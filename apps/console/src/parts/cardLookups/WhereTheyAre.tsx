import { revealPositions } from '@cardinal/contract/api/cardLookups/positioning.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { PlacesMap } from '../../kit/map/PlacesMap.tsx';
import type { PlaceName } from '../../kit/map/placeNames.ts';
import { Panel } from '../../kit/Panel.tsx';
import { useRead } from '../../kit/useRead.ts';
import { PositionList, pointsOf } from './PositionList.tsx';

const words = {
  title: text('位置', 'Positions'),
  track: text('{iccid} 的轨迹', 'Track of {iccid}'),
  days: text('日期', 'Day'),
  all: text('全部 {n} 天', 'All {n} {n|day|days}'),
  day: text('{day}（{n} 次）', '{day} ({n})'),
};

const HEIGHT = 380;

type Position = AnswerOf<typeof revealPositions>['positions'][number];
const EVERY = 'every';
const dayOf = ({ at }: Position): string => (at ? wallTime(at).slice(0, 10) : '');

/** The days a card was seen on, the last first, and how often. */
function daysOf(positions: readonly Position[]): { day: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const position of positions) {
    const day = dayOf(position);
    if (day) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return [...counts].map(([day, count]) => ({ day, count })).sort((a, b) => b.day.localeCompare(a.day));
}

/** The positions of one query, or the track of one card, on the map and in words beside it. */
export default function WhereTheyAre({ asked }: { asked: { taskId: string } | { iccid: string } }) {
  const t = useText();
  const [names, setNames] = useState<ReadonlyMap<string, PlaceName>>();
  const [picked, setPicked] = useState<string>();
  // Shown once per query: every read is logged.
  const query = useRead(revealPositions, asked, { staleTime: Number.POSITIVE_INFINITY, retry: false });
  const isTrack = 'iccid' in asked;
  const [day, setDay] = useState<string>();
  const all = query.data?.positions;
  const days = useMemo(() => (isTrack ? daysOf(all ?? []) : []), [isTrack, all]);
  const shownDay = day ?? (days.length > 1 ? days[0]?.day : undefined);
  const positions = useMemo(
    () => all?.filter((position) => !shownDay || shownDay === EVERY || dayOf(position) === shownDay),
    [all, shownDay],
  );
  const points = useMemo(() => pointsOf(positions ?? [], isTrack), [positions, isTrack]);
  return (
    <Panel
      title={isTrack ? t(words.track, { iccid: asked.iccid }) : t(words.title)}
      state={query}
      aside={
        days.length > 1 ? (
          <Select
            size="small"
            className="width-s"
            aria-label={t(words.days)}
            value={shownDay ?? EVERY}
            options={[
              ...days.map((each) => ({ value: each.day, label: t(words.day, { day: each.day, n: each.count }) })),
              { value: EVERY, label: t(words.all, { n: days.length }) },
            ]}
            onChange={setDay}
          />
        ) : null
      }
    >
      {positions ? (
        <Columns side="third" isSideLast>
          <PlacesMap points={points} isTrack={isTrack} height={HEIGHT} onPick={setPicked} onNamed={setNames} />
          <PositionList positions={positions} names={names} picked={picked} isTrack={isTrack} height={HEIGHT} />
        </Columns>
      ) : undefined}
    </Panel>
  );
}
