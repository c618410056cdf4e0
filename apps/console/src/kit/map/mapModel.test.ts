import { expect, test } from 'vitest';
import { circleAround, type MapPoint, viewOf } from './mapModel.ts';

const at = (latitude: number, longitude: number, accuracyMetres: number | null = 500): MapPoint => ({
  id: `${latitude}`,
  name: '',
  latitude,
  longitude,
  accuracyMetres,
});

test('one point is looked at from as near as a city, several from as far as they need', () => {
  expect(viewOf([])).toBeUndefined();
  const one = viewOf([at(22.54, 114.06)]);
  expect(one?.center).toEqual([114.06, 22.54]);
  const far = viewOf([at(22.54, 114.06), at(45.8, 126.5)]);
  expect(far?.zoom).toBeLessThan(one?.zoom ?? 0);
  expect(far?.zoom).toBeGreaterThanOrEqual(1);
});

test('a circle of metres keeps its width towards the north', () => {
  const width = (point: MapPoint) => {
    const east = circleAround(point)[0]?.[0] ?? 0;
    return (east - point.longitude) * Math.cos((point.latitude * Math.PI) / 180) * 111_320;
  };
  expect(width(at(20, 110))).toBeCloseTo(500, 0);
  expect(width(at(50, 120))).toBeCloseTo(500, 0);
});
