import type { dashboardCardSchema } from '@cardinal/contract/api/settings/settings.ts';
import type { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import type * as z from 'zod';

export const TILE_KEYS = [
  'work',
  'carriers',
  'cards',
  'usage',
  'online',
  'ending',
  'activations',
  'stopped',
  'attention',
  'tasks',
  'cycle',
  'growth',
  'children',
  'places',
  'background',
] as const;
export type TileKey = (typeof TILE_KEYS)[number];

/** The position of a tile, as stored for the account. */
export type PlacedTile = z.output<typeof dashboardCardSchema> & { readonly key: TileKey };
export type TileSize = PlacedTile['size'];

const place = (key: TileKey, size: TileSize): PlacedTile => ({ key, size, isShown: true });
/** Off by default; offered when arranging. */
const apart = (key: TileKey, size: TileSize): PlacedTile => ({ key, size, isShown: false });

/** The default tiles of each kind of customer: operations, money or devices. */
export const LAYOUTS: Readonly<Record<CustomerKind, readonly PlacedTile[]>> = {
  PLATFORM: [
    place('work', 'wide'),
    place('carriers', 'wide'),
    place('background', 'medium'),
    place('attention', 'medium'),
    place('online', 'medium'),
    place('cards', 'large'),
    place('children', 'medium'),
    place('usage', 'large'),
    place('stopped', 'medium'),
    place('growth', 'large'),
    place('ending', 'medium'),
    place('cycle', 'large'),
    place('activations', 'medium'),
    place('tasks', 'wide'),
    apart('places', 'medium'),
  ],
  AGENT: [
    place('work', 'wide'),
    place('attention', 'medium'),
    place('ending', 'medium'),
    place('online', 'medium'),
    place('usage', 'large'),
    place('stopped', 'medium'),
    place('cards', 'large'),
    place('children', 'medium'),
    place('activations', 'medium'),
    place('growth', 'large'),
    place('cycle', 'large'),
    place('places', 'medium'),
    place('tasks', 'wide'),
    place('carriers', 'large'),
    place('background', 'medium'),
  ],
  ENTERPRISE: [
    place('attention', 'large'),
    place('online', 'medium'),
    place('cycle', 'large'),
    place('places', 'medium'),
    place('usage', 'large'),
    place('ending', 'medium'),
    place('cards', 'large'),
    place('stopped', 'medium'),
    place('growth', 'large'),
    place('activations', 'medium'),
    place('tasks', 'wide'),
    place('work', 'wide'),
    place('carriers', 'large'),
    place('background', 'medium'),
    apart('children', 'medium'),
  ],
};

const isTileKey = (key: string): key is TileKey => TILE_KEYS.some((known) => known === key);

/** Merges the stored arrangement with the default: removed tiles are dropped, new tiles are appended. */
export function arrangedTiles(
  layout: readonly PlacedTile[],
  kept: readonly z.output<typeof dashboardCardSchema>[] | null | undefined,
): PlacedTile[] {
  const known = (kept ?? []).filter((tile): tile is PlacedTile => isTileKey(tile.key));
  const seen = new Set(known.map((tile) => tile.key));
  const first = known.filter((tile, at) => known.findIndex((each) => each.key === tile.key) === at);
  return [...first, ...layout.filter((tile) => !seen.has(tile.key))];
}

/** Moves a tile up or down by one place. */
export function movedTile(tiles: readonly PlacedTile[], key: TileKey, by: -1 | 1): PlacedTile[] {
  const from = tiles.findIndex((tile) => tile.key === key);
  const tile = tiles[from];
  const to = from + by;
  if (!tile || to < 0 || to >= tiles.length) return [...tiles];
  const others = tiles.filter((each) => each !== tile);
  return [...others.slice(0, to), tile, ...others.slice(to)];
}
