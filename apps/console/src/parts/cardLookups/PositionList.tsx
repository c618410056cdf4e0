import { PositionSource, type revealPositions } from '@cardinal/contract/api/cardLookups/positioning.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { type Datum, fromWgs84, type Place } from '@cardinal/primitives/datum.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Box, ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { DATUM_NAMES } from '../../kit/map/datumNames.ts';
import type { MapPoint } from '../../kit/map/mapModel.ts';
import type { PlaceName } from '../../kit/map/placeNames.ts';
import { useSiteMap } from '../../kit/map/useSiteMap.ts';

const words = {
  none: text('没有可以显示的位置', 'No positions to show'),
  accuracy: text('误差约 {n} 米', 'within about {n} m'),
  asked: text('{name} 查询：{purpose}', 'queried by {name}: {purpose}'),
  outside: text('境外或海上', 'Abroad or at sea'),
};

type Position = AnswerOf<typeof revealPositions>['positions'][number];
/** By position ids; undefined until they have been looked up. */
type Names = ReadonlyMap<string, PlaceName> | undefined;

const hasPoint = (position: Position): position is Position & Place =>
  position.latitude !== null && position.longitude !== null;

/** Points (not areas) for the map; those of one card are labelled by their times. */
export const pointsOf = (positions: readonly Position[], isTrack = false): MapPoint[] =>
  positions.filter(hasPoint).map(({ id, iccid, latitude, longitude, accuracyMetres, at }) => ({
    id,
    name: isTrack && at ? wallTime(at) : iccid,
    latitude,
    longitude,
    accuracyMetres,
  }));

/** Positions in words beside the map. */
export function PositionList(props: {
  positions: readonly Position[];
  names: Names;
  picked: string | undefined;
  /** Of one card: labelled by their times. */
  isTrack?: boolean;
  height: number;
}) {
  const t = useText();
  const datum = useSiteMap()?.datum ?? 'WGS84';
  const { positions, names, picked, isTrack = false } = props;
  return (
    <ScrollBox as="ul" height="l">
      {positions.length === 0 ? <li>{t(words.none)}</li> : null}
      {positions.map((position) => (
        <Box
          as="li"
          padding="s"
          isWell={position.id === picked}
          below="xs"
          key={position.id}
          aria-current={position.id === picked ? 'true' : undefined}
        >
          <Stack gap="none" align="start">
            {isTrack ? <b>{position.at ? wallTime(position.at) : '—'}</b> : <Identifier value={position.iccid} />}
            <span>{placeWords(position, names, t(words.outside), datum)}</span>
            <small>
              {t(PositionSource.labelOf(position.source))}
              {position.accuracyMetres ? ` · ${t(words.accuracy, { n: position.accuracyMetres })}` : null}
              {!isTrack && position.at ? ` · ${wallTime(position.at)}` : null}
            </small>
            <small>{t(words.asked, { name: position.accountName, purpose: position.purpose })}</small>
          </Stack>
        </Box>
      ))}
    </ScrollBox>
  );
}

/** The place name; only the coordinates while names are being looked up. */
function placeWords(position: Position, names: Names, outside: string, datum: Datum): string {
  if (position.district) return position.district;
  if (!hasPoint(position)) return outside;
  const written = coordinates(position, datum);
  if (!names) return written;
  const name = names.get(position.id);
  return `${name ? [name.province, name.city].filter(Boolean).join(' ') : outside} (${written})`;
}

/** In the datum of the site's map, which is named where it is not WGS-84. */
function coordinates(position: Place, datum: Datum): string {
  const { latitude, longitude } = fromWgs84(position, datum);
  const written = `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
  return datum === 'WGS84' ? written : `${written} ${DATUM_NAMES[datum].en}`;
}
