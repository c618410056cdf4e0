import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useEffect, useRef, useState } from 'react';
import { useShell } from '../../shell/shellState.ts';
import type { MapDrawing } from './mapCanvas.ts';
import type { MapPoint } from './mapModel.ts';
import type { PlaceName } from './placeNames.ts';
import './placesMap.css';

const words = {
  spoken: text('地图，{n} 个位置：{names}', 'Map with {n} {n|place|places}: {names}'),
  country: text('全国', 'Whole country'),
  province: text('{name}', '{name}'),
  failed: text('地图无法加载，请看列表', 'The map could not be loaded; see the list'),
};

const COUNTRY = 'china';

/**
 * Places on the built-in outlines: no map of the internet is asked, and nobody outside learns where cards are. When all lie
 * in one province that province is shown, with a way out to the country.
 */
export function PlacesMap(props: {
  points: readonly MapPoint[];
  /** Joined in their order. */
  isTrack?: boolean;
  height: number;
  onPick?: (id: string) => void;
  onNamed?: (names: ReadonlyMap<string, PlaceName>) => void;
}) {
  const { points, isTrack = false, onNamed } = props;
  const t = useText();
  const appearance = useShell((shell) => shell.appearance);
  const place = useRef<HTMLDivElement>(null);
  const pick = useRef(props.onPick);
  pick.current = props.onPick;
  const [drawing, setDrawing] = useState<MapDrawing>();
  const [isFailed, setIsFailed] = useState(false);
  const [province, setProvince] = useState<{ code: string; name: string }>();
  const [isWhole, setIsWhole] = useState(false);

  useEffect(() => {
    let opened: MapDrawing | undefined;
    let isGone = false;
    import('./mapCanvas.ts').then(
      ({ openMap }) => {
        if (isGone || !place.current) return;
        opened = openMap(place.current, (id) => pick.current?.(id));
        setDrawing(opened);
      },
      () => setIsFailed(true),
    );
    return () => {
      isGone = true;
      setDrawing(undefined);
      opened?.end();
    };
  }, []);

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

  const map = province && !isWhole ? province.code : COUNTRY;
  useEffect(() => {
    void drawing?.draw({ points, isTrack, appearance, map });
  }, [drawing, points, isTrack, appearance, map]);

  const spoken = t(words.spoken, { n: points.length, names: points.map((point) => point.name).join('; ') });
  return (
    <div className="places-map" style={{ height: props.height }}>
      {isFailed ? <p className="places-map-failed">{t(words.failed)}</p> : null}
      <div ref={place} className="places-map-drawing" role="img" aria-label={spoken} />
      {province ? (
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
