/**
 * `node tools/worldOutlines.ts <folder of the unpacked npm package world-atlas 2.0.2>`: makes the outlines of the world map,
 * apps/console/src/kit/world/world.json. It ran once and is kept so that it can be seen what was done to the data.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { outlinesOfProvinces } from '../packages/primitives/src/outlines/provinceAt.ts';
import { readAtlas, whole } from './worldOutlines/atlas.ts';
import { DASHES, ELSEWHERE, OVERSEAS, PART_OF } from './worldOutlines/borders.ts';
import { HEIGHT, project, WIDTH } from './worldOutlines/projection.ts';
import { area, joined, type Place, type Ring, simplified } from './worldOutlines/rings.ts';

/** The minimum area of a corner or an island, in map units. */
const LEAST_CORNER = 1.6;
const LEAST_ISLAND = 4;

const root = join(import.meta.dirname, '..');
const [, , atlas = ''] = process.argv;

const dictionary = readFileSync(join(root, 'apps/server/migrations/0141_countries.sql'), 'utf8');
const codes = new Map(
  [...dictionary.matchAll(/^(?:.*\$\$)?(\d+)\|([A-Z]{2})\|/gm)].map(
    ([, number = '', code = '']) => [number.padStart(3, '0'), code] as const,
  ),
);

function countryAt(named: string | undefined, [longitude, latitude]: Place): string | undefined {
  const under = PART_OF[named ?? ''] ?? codes.get(named ?? '');
  const found = OVERSEAS.find(
    ({ of, box: [west, south, east, north] }) =>
      of === under && longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  );
  return found?.code ?? under;
}

const { rings, places } = readAtlas(join(atlas, 'countries-50m.json'), LEAST_CORNER, countryAt);
const nobodys = rings.get(undefined) ?? [];
rings.delete(undefined);
rings.delete('AQ');

// China is drawn last and by its own outline: what it covers of the others' is not seen.
const provinces = outlinesOfProvinces();
const projected = (ring: Ring): Ring => simplified(ring.map(project), LEAST_CORNER).map(whole);
const exact = (ring: Ring): Ring => ring.map(([x, y]) => [x, y] as const);
const china = joined(provinces.flatMap((province) => province.rings.map(exact)));
for (const [code, province] of [
  ['HK', 81],
  ['MO', 82],
  ['TW', 71],
] as const) {
  rings.set(
    code,
    provinces
      .filter((each) => each.code === province)
      .flatMap((each) => each.rings)
      .map(projected),
  );
}
rings.set('CN', china.filter((ring) => Math.abs(area(ring)) > 0.01).map(projected));

const sizeOf = (ring: Ring): number => Math.abs(area(ring));
const step = ([x, y]: Place, [fromX, fromY]: Place): string => `${x - fromX} ${y - fromY}`;
const pathOf = (ring: Ring): string =>
  `M${ring[0]?.join(' ')}l${ring
    .slice(1, -1)
    .map((place, at) => step(place, ring[at] ?? [0, 0]))
    .join(' ')
    .replaceAll(' -', '-')}z`;

/** The rings worth drawing: the largest in any case, if it goes around anything. */
function drawn(all: readonly Ring[]): Ring[] {
  const [largest, ...others] = [...all].sort((one, other) => sizeOf(other) - sizeOf(one));
  if (!largest) return [];
  return [largest, ...others.filter((ring) => sizeOf(ring) >= LEAST_ISLAND)].filter((ring) => sizeOf(ring) > 0);
}

/** Around what makes up a country: its islands far away are not looked at when the country is. */
function boxOf(all: readonly Ring[]): readonly number[] {
  const most = Math.max(...all.map(sizeOf));
  const near = all.filter((ring) => sizeOf(ring) >= most / 8).flat();
  const [xs, ys] = [near.map(([x]) => x), near.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const areas = Object.fromEntries(
  [...codes.values()]
    .sort()
    .filter((code) => code !== 'AQ')
    .map((code) => {
      const own = drawn(rings.get(code) ?? []);
      if (own.length > 0) return [code, [own.map(pathOf).join(''), ...boxOf(own)]];
      const place = ELSEWHERE[code] ?? places.get(code);
      if (!place) throw new Error(`Nobody knows where ${code} is`);
      const [x, y] = whole(project(place));
      return [code, ['', x, y, x, y]];
    }),
);
const unknown = [...rings.keys()].filter((code) => code && !(code in areas));
if (unknown.length > 0) throw new Error(`Not in the dictionary: ${unknown}`);

const world = {
  width: WIDTH,
  height: HEIGHT,
  areas,
  nobodys: drawn(nobodys).map(pathOf).join(''),
  dashes: DASHES.map((line) => {
    const [[x, y], [toX, toY]] = [whole(project(line[0])), whole(project(line[1]))];
    return `M${x} ${y}L${toX} ${toY}`;
  }).join(''),
};
const written = `${JSON.stringify(world)}\n`;
writeFileSync(join(root, 'apps/console/src/kit/world/world.json'), written);
const dots = Object.entries(areas)
  .filter(([, [path]]) => path === '')
  .map(([code]) => code);
console.log(written.length, 'bytes', gzipSync(written, { level: 9 }).length, 'pressed; dots:', dots.join(' '));
