import { revealPositions } from '@cardinal/contract/api/cards/positioning.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../http/call.ts';
import { PlacesMap } from '../../../kit/map/PlacesMap.tsx';
import type { PlaceName } from '../../../kit/map/placeNames.ts';
import { Panel } from '../../../kit/Panel.tsx';
import { PositionList, pointsOf } from './PositionList.tsx';
import './where.css';

const words = {
  title: text('位置', 'Positions'),
  track: text('{iccid} 的轨迹', 'Track of {iccid}'),
};

const HEIGHT = 380;

/** The positions of one query, or the track of one card, on the map and in words beside it. */
export function WhereTheyAre({ asked }: { asked: { taskId: string } | { iccid: string } }) {
  const t = useText();
  const [names, setNames] = useState<ReadonlyMap<string, PlaceName>>();
  const [picked, setPicked] = useState<string>();
  // Shown once for one question: every reading is logged.
  const query = useQuery({
    queryKey: [revealPositions.name, asked],
    queryFn: ({ signal }) => call(revealPositions, { body: asked }, { signal, isSilent: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const positions = query.data?.positions;
  const points = useMemo(() => pointsOf(positions ?? []), [positions]);
  const isTrack = 'iccid' in asked;
  return (
    <Panel title={isTrack ? t(words.track, { iccid: asked.iccid }) : t(words.title)} state={query}>
      {positions ? (
        <div className="where">
          <PlacesMap points={points} isTrack={isTrack} height={HEIGHT} onPick={setPicked} onNamed={setNames} />
          <PositionList positions={positions} names={names} picked={picked} isTrack={isTrack} height={HEIGHT} />
        </div>
      ) : undefined}
    </Panel>
  );
}
