import type { Place } from '@cardinal/primitives/datum.ts';

/** A place on the world as a unit square, its north-west corner 0, 0: Web Mercator. */
export function mercator({ latitude, longitude }: Place): [number, number] {
  const angle = (latitude * Math.PI) / 180;
  return [(longitude + 180) / 360, (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2];
}

/** The place a point of that square stands for. */
export const fromMercator = ([x, y]: readonly [number, number]): Place => ({
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  longitude: x * 360 - 180,
});

/** The position of the world behind an element, in pixels: its corner and its width. */
export type TileView = {
  readonly left: number;
  readonly top: number;
  readonly world: number;
  readonly width: number;
  readonly height: number;
};

export type Tile = {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  readonly size: number;
};

const TILE_PIXELS = 256;
/** The zoom levels that nearly every service has. */
const DEEPEST = 18;

/** The tiles that fill a view, at the zoom level nearest to their own size. */
export function tilesOf({ left, top, world, width, height }: TileView): Tile[] {
  if (!(world > 0)) return [];
  const z = Math.min(DEEPEST, Math.max(0, Math.round(Math.log2(world / TILE_PIXELS))));
  const across = 2 ** z;
  const size = world / across;
  const within = (at: number) => Math.min(across - 1, Math.max(0, Math.floor(at)));
  const [west, east] = [within(-left / size), within((width - left) / size)];
  const [north, south] = [within(-top / size), within((height - top) / size)];
  const tiles: Tile[] = [];
  for (let x = west; x <= east; x += 1) {
    for (let y = north; y <= south; y += 1) tiles.push({ z, x, y, left: left + x * size, top: top + y * size, size });
  }
  return tiles;
}

/** Where a tile is fetched from. */
export const tileAddress = (template: string, { z, x, y }: Pick<Tile, 'z' | 'x' | 'y'>): string =>
  template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
