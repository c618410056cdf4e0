import { PositionSource, revealPositions } from '@cardinal/contract/api/cards/positioning.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { type Datum, fromWgs84, type Place } from '@cardinal/primitives/datum.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../http/call.ts';
import { DATUM_NAMES } from '../../../kit/map/datumNames.ts';
import type { MapPoint } from '../../../kit/map/mapModel.ts';
import { PlacesMap, useSiteMap } from '../../../kit/map/PlacesMap.tsx';
import type { PlaceName } from '../../../kit/map/placeNames.ts';
import { Panel } from '../../../kit/Panel.tsx';
import './where.css';

const words = {
  title: text('位置', 'Positions'),
  track: text('{iccid} 的轨迹', 'Track of {iccid}'),
  none: text('没有可以显示的位置', 'No position to show'),
  accuracy: text('误差约 {n} 米', 'within about {n} m'),
  outside: text('境外或海上', 'Abroad or at sea'),
};

const HEIGHT = 380;
type Position = AnswerOf<typeof revealPositions>['positions'][number];

const hasPoint = (position: Position): position is Position & { latitude: number; longitude: number } =>
  position.latitude !== null && position.longitude !== null;

/** The positions of one query, or the track of one card, on the map and in words beside it. */
export function WhereTheyAre({ asked }: { asked: { taskId: string } | { iccid: string } }) {
  const t = useText();
  const [names, setNames] = useState<ReadonlyMap<string, PlaceName>>();
  const [picked, setPicked] = useState<string>();
  const datum = useSiteMap()?.datum ?? 'WGS84';
  // Shown once for one question: every reading is logged.
  const query = useQuery({
    queryKey: [revealPositions.name, asked],
    queryFn: ({ signal }) => call(revealPositions, { body: asked }, { signal, isSilent: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const positions = query.data?.positions;
  const points = useMemo<MapPoint[]>(
    () =>
      (positions ?? []).filter(hasPoint).map(({ id, iccid, latitude, longitude, accuracyMetres }) => ({
        id,
        name: iccid,
        latitude,
        longitude,
        accuracyMetres,
      })),
    [positions],
  );
  const isTrack = 'iccid' in asked;
  return (
    <Panel title={isTrack ? t(words.track, { iccid: asked.iccid }) : t(words.title)} state={query}>
      {positions ? (
        <div className="where">
          <PlacesMap points={points} isTrack={isTrack} height={HEIGHT} onPick={setPicked} onNamed={setNames} />
          <ul className="where-list" style={{ maxHeight: HEIGHT }}>
            {positions.length === 0 ? <li>{t(words.none)}</li> : null}
            {positions.map((position) => (
              <li key={position.id} aria-current={position.id === picked ? 'true' : undefined}>
                {isTrack ? <b>{position.at ? wallTime(position.at) : '—'}</b> : <Identifier value={position.iccid} />}
                <span>{placeWords(position, names?.get(position.id), t(words.outside), datum)}</span>
                <small>
                  {t(PositionSource.labelOf(position.source))}
                  {position.accuracyMetres ? ` · ${t(words.accuracy, { n: position.accuracyMetres })}` : null}
                  {!isTrack && position.at ? ` · ${wallTime(position.at)}` : null}
                </small>
              </li>
            ))}
          </ul>
        </div>
      ) : undefined}
    </Panel>
  );
}

function placeWords(position: Position, name: PlaceName | undefined, outside: string, datum: Datum): string {
  if (position.district) return position.district;
  const place = name ? [name.province, name.city].filter(Boolean).join(' ') : outside;
  return hasPoint(position) ? `${place} (${coordinates(position, datum)})` : place;
}

/** Written in the datum of the site's map; which one is said where it is not what receivers tell. */
function coordinates(position: Place, datum: Datum): string {
  const { latitude, longitude } = fromWgs84(position, datum);
  const written = `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
  return datum === 'WGS84' ? written : `${written} ${DATUM_NAMES[datum].en}`;
}
