import { expect, test } from 'vitest';
import { provinces } from './divisions.ts';
import { provinceOf, provinceWords } from './provinces.ts';

const nowhere = { latitude: null, longitude: null, district: null };

test('the place decides where there is one, else the district the carrier names', () => {
  expect(provinceOf({ latitude: 22.5431, longitude: 114.0579, district: '北京市' })).toBe(44);
  expect(provinceOf({ ...nowhere, district: '内蒙古呼和浩特市' })).toBe(15);
  expect(provinceOf({ ...nowhere, district: '广西壮族自治区南宁市' })).toBe(45);
  expect(provinceOf({ ...nowhere, district: '东京' })).toBeUndefined();
  expect(provinceOf(nowhere)).toBeUndefined();
});

test('every province has a name of its own in both languages', () => {
  const names = provinces.map(({ code }) => provinceWords(Number(code.slice(0, 2))));
  expect(new Set(names.map(({ zh }) => zh)).size).toBe(provinces.length);
  expect(names.filter(({ zh, en }) => zh === en)).toEqual([]);
});
