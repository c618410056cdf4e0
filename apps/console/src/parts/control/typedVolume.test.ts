import { expect, test } from 'vitest';
import { bytesTyped, volumeTyped } from './typedVolume.ts';

test.each([
  ['1073741824', { value: '1', unit: 'GB' }],
  ['1610612736', { value: '1.5', unit: 'GB' }],
  ['104857600', { value: '100', unit: 'MB' }],
  ['1099511627776', { value: '1', unit: 'TB' }],
  ['1234567', { value: '1234567', unit: 'B' }],
  ['0', { value: '0', unit: 'GB' }],
] as const)('%s bytes are typed as they are and come back', (bytes, typed) => {
  expect(volumeTyped(bytes)).toEqual(typed);
  expect(bytesTyped(typed)).toBe(bytes);
});

test.each(['', '.', 'x', '-1'])('«%s» is no volume', (value) => {
  expect(bytesTyped({ value, unit: 'GB' })).toBe(value === '-1' ? '-1073741824' : '');
});
