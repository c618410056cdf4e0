import type { Corner } from '@cardinal/primitives/area.ts';
import type { Appearance } from '@cardinal/ui/palette.ts';
import { CustomChart, LinesChart, ScatterChart } from 'echarts/charts';
import { GeoComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, init, registerMap, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { areaSeries, COUNTRY, type Drawn, optionOf } from './mapOption.ts';
import { openTiles } from './tileLayer.ts';
import { fromMercator, mercator, type TileView, tilesOf } from './tileModel.ts';

use([GeoComponent, TooltipComponent, ScatterChart, CustomChart, LinesChart, SVGRenderer]);

const FILES = import.meta.glob<{ default: unknown }>('./places/**/*.json');
const loadCountry = (): Promise<{ default: unknown }> => import('@cardinal/primitives/outlines/china.json');

const known = new Set<string>();

/** Registers the outlines of the country or of one province (its code) with the engine; false where there are none. */
async function learn(map: string): Promise<boolean> {
  if (known.has(map)) return true;
  const load = map === COUNTRY ? loadCountry : FILES[`./places/provinces/${map}.json`];
  if (!load) return false;
  registerMap(map, (await load()).default as Parameters<typeof registerMap>[1]);
  known.add(map);
  return true;
}

export type MapDrawing = {
  readonly draw: (drawn: Omit<Drawn, 'isOnTiles'>) => Promise<void>;
  /** Replaces the area and leaves everything else as it is. */
  readonly drawArea: (corners: readonly Corner[], appearance: Appearance) => void;
  readonly end: () => void;
};

/**
 * Opens the map in an element and follows its size: over the tiles of a map service, or with its own outlines alone. This file,
 * the engine and the outlines are loaded with the first map.
 */
export function openMap(
  element: HTMLElement,
  { tiles }: { tiles: string | null },
  on: { pick: (id: string) => void; place: (corner: Corner) => void },
): MapDrawing {
  const canvas = document.createElement('div');
  canvas.className = 'places-map-canvas';
  element.append(canvas);
  const layer = tiles === null ? undefined : openTiles(element, tiles);
  const chart = init(canvas, null, { renderer: 'svg' });
  let isDrawn = false;
  let asked = 0;
  const follow = () => {
    if (layer && isDrawn) layer.show(tilesOf(viewBehind(chart)));
  };
  const observer = new ResizeObserver(() => {
    chart.resize({ animation: { duration: 0 } });
    follow();
  });
  observer.observe(canvas);
  chart.on('georoam', follow);
  chart.on('click', ({ data }) => {
    const id = (data as { id?: unknown } | undefined)?.id;
    if (typeof id === 'string') on.pick(id);
  });
  chart.getZr().on('click', ({ offsetX, offsetY }) => {
    if (isDrawn) on.place(layer ? placeBehind(chart, offsetX, offsetY) : cornerAt(chart, offsetX, offsetY));
  });
  return {
    draw: async (drawn) => {
      asked += 1;
      const mine = asked;
      const map = (await learn(drawn.map)) ? drawn.map : COUNTRY;
      await learn(map);
      // Outlines arrive in any order: the latest request is drawn, not the latest arrival.
      if (chart.isDisposed() || mine !== asked) return;
      const { geo, ...option } = optionOf({ ...drawn, map, isOnTiles: tiles !== null });
      if (isDrawn && drawn.isStill) chart.setOption(option, { replaceMerge: ['series'] });
      else chart.setOption({ geo, ...option }, { notMerge: true });
      isDrawn = true;
      follow();
    },
    drawArea: (corners, appearance) => {
      if (isDrawn) chart.setOption({ series: areaSeries(corners, appearance) });
    },
    end: () => {
      observer.disconnect();
      chart.dispose();
      layer?.end();
      canvas.remove();
    },
  };
}

/** Two distant places reveal the engine's projection. */
const HERE = { latitude: 45, longitude: 80 };
const THERE = { latitude: 20, longitude: 130 };

function viewBehind(chart: ECharts): TileView {
  const pixelOf = ({ latitude, longitude }: typeof HERE) =>
    chart.convertToPixel({ geoIndex: 0 }, [longitude, latitude]) as unknown as [number, number];
  const [here, there] = [pixelOf(HERE), pixelOf(THERE)];
  const [hereX, hereY] = mercator(HERE);
  const world = (there[0] - here[0]) / (mercator(THERE)[0] - hereX);
  return {
    left: here[0] - hereX * world,
    top: here[1] - hereY * world,
    world,
    width: chart.getWidth(),
    height: chart.getHeight(),
  };
}

const cornerAt = (chart: ECharts, x: number, y: number): Corner =>
  chart.convertFromPixel({ geoIndex: 0 }, [x, y]) as unknown as [number, number];

/** Over tiles: the engine's own conversion from pixels ignores its projection. */
function placeBehind(chart: ECharts, x: number, y: number): Corner {
  const { left, top, world } = viewBehind(chart);
  const { longitude, latitude } = fromMercator([(x - left) / world, (y - top) / world]);
  return [longitude, latitude];
}
