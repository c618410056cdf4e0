import { type Appearance, paletteOf, SERIES } from '@cardinal/ui/palette.ts';
import { CustomChart, LinesChart, ScatterChart } from 'echarts/charts';
import { GeoComponent, TooltipComponent } from 'echarts/components';
import { type EChartsCoreOption, init, registerMap, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { circleAround, type MapPoint, viewOf } from './mapModel.ts';

use([GeoComponent, TooltipComponent, ScatterChart, CustomChart, LinesChart, SVGRenderer]);

const FILES = import.meta.glob<{ default: unknown }>('./places/**/*.json');
export const COUNTRY = 'china';

const known = new Set<string>();

/** Makes the outlines of the country or of one province (its code) known to the engine; false where there are none. */
async function learn(map: string): Promise<boolean> {
  if (known.has(map)) return true;
  const load = FILES[map === COUNTRY ? './places/china.json' : `./places/provinces/${map}.json`];
  if (!load) return false;
  registerMap(map, (await load()).default as Parameters<typeof registerMap>[1]);
  known.add(map);
  return true;
}

export type MapDrawing = {
  readonly draw: (shown: {
    points: readonly MapPoint[];
    isTrack: boolean;
    appearance: Appearance;
    map: string;
  }) => Promise<void>;
  readonly end: () => void;
};

/** Degrees a province is wide, roughly: what a view inside one is measured by. */
const PROVINCE_DEGREES = 8;

/** Opens the map in an element and follows its size. This file, the engine and the outlines come with the first map. */
export function openMap(element: HTMLElement, onPick: (id: string) => void): MapDrawing {
  const chart = init(element, null, { renderer: 'svg' });
  const observer = new ResizeObserver(() => chart.resize({ animation: { duration: 0 } }));
  observer.observe(element);
  chart.on('click', ({ data }) => {
    const id = (data as { id?: unknown } | undefined)?.id;
    if (typeof id === 'string') onPick(id);
  });
  return {
    draw: async ({ points, isTrack, appearance, map }) => {
      const drawn = (await learn(map)) ? map : COUNTRY;
      await learn(drawn);
      chart.setOption(optionOf(points, isTrack, appearance, drawn), { notMerge: true });
    },
    end: () => {
      observer.disconnect();
      chart.dispose();
    },
  };
}

function optionOf(
  points: readonly MapPoint[],
  isTrack: boolean,
  appearance: Appearance,
  map: string,
): EChartsCoreOption {
  const palette = paletteOf(appearance);
  const colour = SERIES[appearance][0] ?? palette.primary;
  const view = viewOf(points, map === COUNTRY ? undefined : PROVINCE_DEGREES);
  const label = { color: palette.inkSecondary, fontSize: 11 };
  return {
    animation: false,
    tooltip: {
      trigger: 'item',
      backgroundColor: palette.surface,
      borderColor: palette.line,
      textStyle: { color: palette.ink, fontSize: 12 },
    },
    geo: {
      map,
      roam: true,
      scaleLimit: { min: 0.8, max: 200 },
      ...(view ? { center: view.center, zoom: view.zoom } : {}),
      itemStyle: { areaColor: palette.well, borderColor: palette.edge, borderWidth: 0.6 },
      emphasis: { itemStyle: { areaColor: palette.selected }, label },
      select: { disabled: true },
      label: { show: map !== COUNTRY, ...label },
      tooltip: { show: false },
    },
    series: [
      {
        type: 'custom',
        coordinateSystem: 'geo',
        silent: true,
        data: points.filter((point) => point.accuracyMetres).map((point) => [point.longitude, point.latitude]),
        renderItem: (params: { dataIndex: number }, api: { coord: (place: [number, number]) => [number, number] }) => {
          const point = points.filter((each) => each.accuracyMetres)[params.dataIndex];
          if (!point) return null;
          return {
            type: 'polygon',
            shape: { points: circleAround(point).map((corner) => api.coord(corner)) },
            style: { fill: colour, opacity: 0.14, stroke: colour, lineWidth: 1 },
          };
        },
      },
      ...(isTrack && points.length > 1
        ? [
            {
              type: 'lines',
              coordinateSystem: 'geo',
              polyline: true,
              silent: true,
              lineStyle: { color: colour, width: 1.5, opacity: 0.8, type: 'dashed' },
              data: [{ coords: points.map((point) => [point.longitude, point.latitude]) }],
            },
          ]
        : []),
      {
        type: 'scatter',
        coordinateSystem: 'geo',
        symbolSize: 11,
        itemStyle: { color: colour, borderColor: palette.surface, borderWidth: 1.5 },
        tooltip: { formatter: ({ name }: { name: string }) => escaped(name) },
        data: points.map((point) => ({
          id: point.id,
          name: point.name,
          value: [point.longitude, point.latitude],
        })),
      },
    ],
  };
}

const escaped = (words: string): string =>
  words.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
