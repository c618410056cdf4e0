import { expect, test } from 'vitest';
import { DATUMS, fromWgs84, toWgs84 } from './datum.ts';

/** The results of published conversions (coordtransform, evil transform) for these places. */
test.each([
  ['GCJ02', 39.915, 116.404, 39.916_404_28, 116.410_244_5],
  ['GCJ02', 31.1774276, 121.527_210_6, 31.175_303_98, 121.531_541_86],
  ['GCJ02', 22.543_847, 113.912_316, 22.540_796_13, 113.917_176_48],
] as const)('%s of %f, %f', (datum, latitude, longitude, north, east) => {
  const there = fromWgs84({ latitude, longitude }, datum);
  expect(there.latitude).toBeCloseTo(north, 5);
  expect(there.longitude).toBeCloseTo(east, 5);
});

test('BD-09 of Tiananmen: GCJ-02 first, then the shift of Baidu', () => {
  // GCJ-02 39.915, 116.404 is BD-09 39.92133699, 116.41036949.
  const place = toWgs84({ latitude: 39.915, longitude: 116.404 }, 'GCJ02');
  const there = fromWgs84(place, 'BD09');
  expect(there.latitude).toBeCloseTo(39.921_336_99, 6);
  expect(there.longitude).toBeCloseTo(116.410_369_49, 6);
});

test.each(DATUMS)('a place comes back from %s to within a centimetre', (datum) => {
  for (const [latitude, longitude] of [
    [22.5431, 114.0579],
    [39.9042, 116.4074],
    [43.8256, 87.6168],
    [47.35, 130.3],
  ] as const) {
    const back = toWgs84(fromWgs84({ latitude, longitude }, datum), datum);
    expect(Math.abs(back.latitude - latitude)).toBeLessThan(1e-7);
    expect(Math.abs(back.longitude - longitude)).toBeLessThan(1e-7);
  }
});

test('outside of the mainland all datums are one', () => {
  const paris = { latitude: 48.8566, longitude: 2.3522 };
  for (const datum of DATUMS) expect(fromWgs84(paris, datum)).toEqual(paris);
});
