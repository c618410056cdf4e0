import type { Corner } from '@cardinal/primitives/area.ts';
import { type Appearance, paletteOf, SERIES } from '@cardinal/ui/palette.ts';
import type { EChartsCoreOption } from 'echarts/core';
import { circleAround, type MapPoint, viewOf } from './mapModel.ts';
import { fromMercator, mercator } from './tileModel.ts';

export const COUNTRY = 'china';

/** What is drawn: places, the track that joins them, an area around some of them. */
export type Drawn = {
  readonly points: readonly MapPoint[];
  readonly isTrack: boolean;
  /** The view stays: the points are added to the current one. */
  readonly isStill: boolean;
  /** Corners of an area around some of them. */
  readonly area: readonly Corner[];
  readonly appearance: Appearance;
  /** The country, or the code of a province. */
  readonly map: string;
  /** Drawn over map tiles, in their projection. */
  readonly isOnTiles: boolean;
};

/** The approximate width of a province in degrees: the reference for a zoom inside one. */
const PROVINCE_DEGREES = 8;
/** The maximum zoom: outlines have less detail than tiles. */
const NEAREST = { outlines: 200, tiles: 20_000 };

/** The engine measures projected coordinates; a square of 1,000 keeps them above its tolerances. */
const SQUARE = 1_000;
const PROJECTION = {
  project: ([longitude = 0, latitude = 0]: number[]) => mercator({ latitude, longitude }).map((part) => part * SQUARE),
  unproject: ([x = 0, y = 0]: number[]) => {
    const { latitude, longitude } = fromMercator([x / SQUARE, y / SQUARE]);
    return [longitude, latitude];
  },
};

type Coordinates = { coord: (place: readonly [number, number]) => [number, number] };

/** A shape that moves with the map, from corners in degrees. */
const polygons = (of: readonly (readonly Corner[])[], style: Record<string, unknown>) => ({
  type: 'custom',
  coordinateSystem: 'geo',
  silent: true,
  data: of.map((corners) => corners[0] ?? [0, 0]),
  renderItem: ({ dataIndex }: { dataIndex: number }, api: Coordinates) => ({
    type: 'polygon',
    shape: { points: (of[dataIndex] ?? []).map((corner) => api.coord(corner)) },
    style,
  }),
});

/** An area by its corners; one that is being drawn may have fewer than three. */
export function areaSeries(area: readonly Corner[], appearance: Appearance) {
  const { primary, surface } = paletteOf(appearance);
  const shape = { fill: primary, fillOpacity: 0.12, stroke: primary, lineWidth: 1.5 };
  return [
    { id: 'area', ...polygons(area.length > 2 ? [area] : [], shape) },
    {
      id: 'corners',
      type: 'scatter',
      coordinateSystem: 'geo',
      silent: true,
      symbol: 'rect',
      symbolSize: 7,
      itemStyle: { color: surface, borderColor: primary, borderWidth: 1.5 },
      data: area,
    },
  ];
}

export function optionOf({ points, isTrack, area, appearance, map, isOnTiles }: Drawn): EChartsCoreOption {
  const palette = paletteOf(appearance);
  const colour = SERIES[appearance][0] ?? palette.primary;
  const view = viewOf(points, map === COUNTRY ? undefined : PROVINCE_DEGREES);
  const label = { color: palette.inkSecondary, fontSize: 11 };
  const circles = points.filter((point) => point.accuracyMetres).map((point) => circleAround(point));
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
      scaleLimit: { min: 0.8, max: isOnTiles ? NEAREST.tiles : NEAREST.outlines },
      ...(isOnTiles ? { projection: PROJECTION } : {}),
      ...(view ? { center: isOnTiles ? PROJECTION.project([...view.center]) : view.center, zoom: view.zoom } : {}),
      itemStyle: {
        areaColor: isOnTiles ? 'transparent' : palette.well,
        borderColor: palette.edge,
        borderWidth: isOnTiles ? 0.3 : 0.6,
      },
      // Outlines have the southern islands in an inset; a map of the world has them where they are.
      ...(isOnTiles ? { regions: [{ name: '南海诸岛', itemStyle: { opacity: 0 } }] } : {}),
      emphasis: isOnTiles ? { disabled: true } : { itemStyle: { areaColor: palette.selected }, label },
      select: { disabled: true },
      label: { show: map !== COUNTRY && !isOnTiles, ...label },
      tooltip: { show: false },
    },
    series: [
      ...areaSeries(area, appearance),
      polygons(circles, { fill: colour, opacity: 0.14, stroke: colour, lineWidth: 1 }),
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
