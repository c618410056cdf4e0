import { expect, it } from 'vitest';
import { arrangedTiles, LAYOUTS, movedTile, TILE_KEYS } from './layouts.ts';

const keys = (tiles: readonly { key: string }[]) => tiles.map((tile) => tile.key);

it.each(Object.entries(LAYOUTS))('%s places every tile once', (_, layout) => {
  expect(keys(layout).sort()).toEqual([...TILE_KEYS].sort());
});

it('never arranged is the default', () => {
  expect(arrangedTiles(LAYOUTS.AGENT, null)).toEqual(LAYOUTS.AGENT);
});

it('what was kept comes first, what is gone falls out, what is new is added', () => {
  const kept = [
    { key: 'usage', size: 'wide', isShown: true },
    { key: 'cloudStorage', size: 'small', isShown: true },
    { key: 'work', size: 'wide', isShown: false },
    { key: 'usage', size: 'small', isShown: true },
  ] as const;
  const tiles = arrangedTiles(LAYOUTS.PLATFORM, kept);
  expect(keys(tiles).slice(0, 2)).toEqual(['usage', 'work']);
  expect(tiles).toHaveLength(TILE_KEYS.length);
  expect(tiles[0]?.size).toBe('wide');
  expect(tiles[1]?.isShown).toBe(false);
});

it('moves by one and stops at the ends', () => {
  const tiles = LAYOUTS.AGENT.slice(0, 3);
  expect(keys(tiles)).toEqual(['work', 'attention', 'ending']);
  expect(keys(movedTile(tiles, 'attention', -1))).toEqual(['attention', 'work', 'ending']);
  expect(keys(movedTile(tiles, 'attention', 1))).toEqual(['work', 'ending', 'attention']);
  expect(keys(movedTile(tiles, 'work', -1))).toEqual(keys(tiles));
});
