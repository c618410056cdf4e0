import { sentences } from '@cardinal/contract/words.ts';
import type { Corner } from '@cardinal/primitives/area.ts';
import { fromWgs84, toWgs84 } from '@cardinal/primitives/datum.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useShell } from '../../shell/shellState.ts';
import type { MapDrawing } from './mapCanvas.ts';
import type { MapPoint } from './mapModel.ts';
import type { PlaceName } from './placeNames.ts';
import { useSiteMap } from './useSiteMap.ts';
import './placesMap.css';

const words = {
  spoken: text('地图，{n} 个位置：{names}', 'Map with {n} {n|place|places}: {names}'),
  country: text('全国', 'Whole country'),
  province: text('{name}', '{name}'),
};

const COUNTRY = 'china';
const NOWHERE: readonly Corner[] = [];

/**
 * Places on the built-in outlines. No map service is asked, so no third party learns where cards are, unless the site
 * configures one for the background tiles. When all places lie in one province, that province is shown, with a button back to
 * the country. Places and corners are WGS-84; only this component converts them to the datum of the tiles.
 */
export function PlacesMap(props: {
  points: readonly MapPoint[];
  /** Joined in their order. */
  isTrack?: boolean;
  height: number;
  /** Keeps the view where it is, wherever the points lie: the user is drawing on it. */
  isStill?: boolean;
  /** Corners of an area to draw. */
  area?: readonly Corner[];
  /** Called when the map is clicked outside of any point. */
  onPlace?: (corner: Corner) => void;
  onPick?: (id: string) => void;
  onNamed?: (names: ReadonlyMap<string, PlaceName>) => void;
}) {
  const { points, isTrack = false, isStill = false, onNamed, area = NOWHERE } = props;
  const t = useText();
  const appearance = useShell((shell) => shell.appearance);
  const place = useRef<HTMLDivElement>(null);
  const on = useRef(props);
  on.current = props;
  const site = useSiteMap();
  const tiles = site?.tiles ?? null;
  const isKnown = site !== undefined;
  const datum = tiles === null ? 'WGS84' : (site?.datum ?? 'WGS84');
  const [drawing, setDrawing] = useState<MapDrawing>();
  const [isFailed, setIsFailed] = useState(false);
  const [province, setProvince] = useState<{ code: string; name: string }>();
  const [isWhole, setIsWhole] = useState(false);

  useEffect(() => {
    if (!isKnown) return undefined;
    let opened: MapDrawing | undefined;
    let isGone = false;
    import('./mapCanvas.ts').then(
      ({ openMap }) => {
        if (isGone || !place.current) return;
        opened = openMap(
          place.current,
          { tiles },
          {
            pick: (id) => on.current.onPick?.(id),
            place: ([longitude, latitude]) => {
              const there = toWgs84({ latitude, longitude }, datum);
              on.current.onPlace?.([there.longitude, there.latitude]);
            },
          },
        );
        setDrawing(opened);
      },
      () => setIsFailed(true),
    );
    return () => {
      isGone = true;
      setDrawing(undefined);
      opened?.end();
    };
  }, [isKnown, tiles, datum]);

  useEffect(() => {
    let isGone = false;
    void namesOf(points).then((names) => {
      if (isGone) return;
      const provinces = new Map([...names.values()].map((each) => [each.provinceCode, each.province]));
      const [only] = provinces;
      setProvince(provinces.size === 1 && only ? { code: only[0], name: only[1] } : undefined);
      setIsWhole(false);
      onNamed?.(names);
    });
    return () => {
      isGone = true;
    };
  }, [points, onNamed]);

  const map = province && !isWhole && !isStill ? province.code : COUNTRY;
  const shifted = useMemo(() => points.map((point) => ({ ...point, ...fromWgs84(point, datum) })), [points, datum]);
  const corners = useMemo(
    () =>
      area.map(([longitude, latitude]): Corner => {
        const there = fromWgs84({ latitude, longitude }, datum);
        return [there.longitude, there.latitude];
      }),
    [area, datum],
  );
  const drawn = useRef(corners);
  drawn.current = corners;
  useEffect(() => {
    void drawing?.draw({ points: shifted, isTrack, isStill, area: drawn.current, appearance, map });
  }, [drawing, shifted, isTrack, isStill, appearance, map]);
  useEffect(() => drawing?.drawArea(corners, appearance), [drawing, corners, appearance]);

  const spoken = t(words.spoken, { n: points.length, names: points.map((point) => point.name).join('; ') });
  return (
    <div className="places-map" style={{ height: props.height }}>
      {isFailed ? <p className="places-map-failed">{t(sentences.mapFailed)}</p> : null}
      <div ref={place} className="places-map-drawing" role="img" aria-label={spoken} />
      {tiles !== null && site?.credit ? <small className="places-map-credit">{site.credit}</small> : null}
      {province && !isStill ? (
        <button type="button" className="link-button places-map-way" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t(words.province, { name: province.name }) : t(words.country)}
        </button>
      ) : null}
    </div>
  );
}

async function namesOf(points: readonly MapPoint[]): Promise<Map<string, PlaceName>> {
  if (points.length === 0) return new Map();
  const { placeNameOf } = await import('./placeNames.ts');
  const named = await Promise.all(
    points.map(async (point) => [point.id, await placeNameOf(point.latitude, point.longitude)] as const),
  );
  return new Map(named.flatMap(([id, name]) => (name ? [[id, name] as const] : [])));
}
