import { expect, test } from 'vitest';
import { fromMercator, mercator, tileAddress, tilesOf } from './tileModel.ts';

test('the square of the world: its corner, its middle, and back', () => {
  expect(mercator({ latitude: 0, longitude: 0 })).toEqual([0.5, 0.5]);
  expect(mercator({ latitude: 85.051_128_78, longitude: -180 })[1]).toBeCloseTo(0, 9);
  const place = { latitude: 22.5431, longitude: 114.0579 };
  const back = fromMercator(mercator(place));
  expect(back.latitude).toBeCloseTo(place.latitude, 9);
  expect(back.longitude).toBeCloseTo(place.longitude, 9);
});

test('a view of 512 by 256 pixels upon a world of 1,024: depth 2, no tile beyond the edges', () => {
  const tiles = tilesOf({ left: -256, top: -256, world: 1_024, width: 511, height: 255 });
  expect(tiles.map(({ z, x, y, left, top }) => [z, x, y, left, top])).toEqual([
    [2, 1, 1, 0, 0],
    [2, 2, 1, 256, 0],
  ]);
  expect(tilesOf({ left: 50, top: 50, world: 256, width: 400, height: 400 })).toHaveLength(1);
  expect(tilesOf({ left: 0, top: 0, world: 0, width: 400, height: 400 })).toEqual([]);
});

test('the tile of Shenzhen at depth 10', () => {
  const [x, y] = mercator({ latitude: 22.5431, longitude: 114.0579 }).map((part) => Math.floor(part * 1_024));
  expect(tileAddress('https://t.example.com/{z}/{x}/{y}.png?x={x}', { z: 10, x: x ?? 0, y: y ?? 0 })).toBe(
    'https://t.example.com/10/836/446.png?x=836',
  );
});
