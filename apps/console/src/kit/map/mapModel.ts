import type { Corner } from '@cardinal/primitives/area.ts';

/** A place on the map, in WGS-84 degrees. */
export type MapPoint = {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Radius of the circle it is within, in metres; null: not known. */
  readonly accuracyMetres: number | null;
};

/** The view of the map: its centre and its zoom relative to the whole country. */
export type MapView = { readonly center: readonly [number, number]; readonly zoom: number };

/** Width of the whole country and of the smallest view (about a city), in degrees. */
const COUNTRY_DEGREES = 62;
const LEAST_DEGREES = 0.8;
/** Margin around the outermost points. */
const MARGIN = 1.6;

/** A view that holds all points; undefined where there are none: the whole country. */
export function viewOf(points: readonly MapPoint[], wholeDegrees = COUNTRY_DEGREES): MapView | undefined {
  if (points.length === 0) return undefined;
  const [west, east] = spanOf(points.map((point) => point.longitude));
  const [south, north] = spanOf(points.map((point) => point.latitude));
  const degrees = Math.max(east - west, (north - south) * 1.3, LEAST_DEGREES) * MARGIN;
  return { center: [(west + east) / 2, (south + north) / 2], zoom: Math.max(1, wholeDegrees / degrees) };
}

const spanOf = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];

const METRES_PER_DEGREE = 111_320;

/** The corners of a circle of so many metres around a place, as longitude and latitude. */
export function circleAround({ latitude, longitude, accuracyMetres }: MapPoint, corners = 36): [number, number][] {
  const radius = (accuracyMetres ?? 0) / METRES_PER_DEGREE;
  const squeeze = Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  return Array.from({ length: corners + 1 }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners;
    return [longitude + (radius / squeeze) * Math.cos(angle), latitude + radius * Math.sin(angle)];
  });
}

/** The four corners of the rectangle between two of them. */
export const rectangleOf = ([west, north]: Corner, [east, south]: Corner): Corner[] => [
  [west, north],
  [east, north],
  [east, south],
  [west, south],
];
