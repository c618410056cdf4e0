import { readFileSync } from 'node:fs';
import { project } from './projection.ts';
import type { Place, Ring } from './rings.ts';
import { joined, simplified } from './rings.ts';

type Arcs = readonly (readonly number[])[];
type Shape = {
  readonly id?: string;
  readonly type: 'Polygon' | 'MultiPolygon';
  readonly arcs: Arcs | readonly Arcs[];
  readonly properties: { readonly name: string };
};
type Topology = {
  readonly transform: { readonly scale: Place; readonly translate: Place };
  readonly arcs: readonly (readonly Place[])[];
  readonly objects: { readonly countries: { readonly geometries: readonly Shape[] } };
};

/**
 * The countries of a topology of world-atlas, projected and simplified: each border once, so that neighbours still meet.
 * Those too small to go around anything have no rings, but a place as the others. `where` tells of each ring which country it belongs to, where that is not the one it stands under.
 */
export function readAtlas(
  file: string,
  least: number,
  where: (country: string | undefined, first: Place) => string | undefined,
): { rings: Map<string | undefined, Ring[]>; places: Map<string | undefined, Place> } {
  const { transform, arcs, objects } = JSON.parse(readFileSync(file, 'utf8')) as Topology;
  const degrees = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Place => {
      x += dx;
      y += dy;
      return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]];
    });
  });
  const lines = degrees.map((arc) => simplified(arc.map(project), least).map(whole));
  const ringOf = (parts: readonly number[]): Ring =>
    parts.flatMap((part, at) => {
      const line = part < 0 ? [...(lines[~part] ?? [])].reverse() : (lines[part] ?? []);
      return at === 0 ? line : line.slice(1);
    });
  const firstOf = ([part = 0]: readonly number[]): Place => degrees[part < 0 ? ~part : part]?.[0] ?? [0, 0];
  const found = new Map<string | undefined, Ring[]>();
  const places = new Map<string | undefined, Place>();
  for (const { id, type, arcs: shape, properties } of objects.countries.geometries) {
    const polygons = (type === 'Polygon' ? [shape] : shape) as readonly Arcs[];
    for (const polygon of polygons) {
      const first = firstOf(polygon[0] ?? []);
      const country = where(id ?? properties.name, first);
      if (!places.has(country)) places.set(country, first);
      found.set(country, [...(found.get(country) ?? []), ...polygon.map(ringOf)]);
    }
  }
  return { rings: new Map([...found].map(([country, rings]) => [country, joined(rings)])), places };
}

export const whole = ([x, y]: Place): Place => [Math.round(x), Math.round(y)];
