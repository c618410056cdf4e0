import { expect, test } from 'vitest';
import { provinceAt } from './provinceAt.ts';

test.each([
  ['Shenzhen', 22.5431, 114.0579, 44],
  ['Hangzhou', 30.2741, 120.1551, 33],
  ['Chengdu', 30.5728, 104.0668, 51],
  ['Beijing', 39.9042, 116.4074, 11],
  ['Haikou', 20.044, 110.1999, 46],
  ['Ürümqi', 43.8256, 87.6168, 65],
  ['Taipei', 25.033, 121.5654, 71],
])('%s lies in its province', (_, latitude, longitude, code) => {
  expect(provinceAt(latitude, longitude)).toBe(code);
});

test.each([
  ['the Pacific', 20, 140],
  ['Tokyo', 35.68, 139.69],
  ['no position at all', 0, 0],
])('%s lies in none', (_, latitude, longitude) => {
  expect(provinceAt(latitude, longitude)).toBeUndefined();
});
