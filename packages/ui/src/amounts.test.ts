import { expect, it } from 'vitest';
import { byteAmount, countAmount, durationAmount, moneyAmount } from './amounts.ts';

it.each([
  ['0', '0', 'B'],
  ['1023', '1,023', 'B'],
  ['1024', '1', 'KB'],
  ['13314398617', '12.4', 'GB'],
  ['-1610612736', '-1.5', 'GB'],
  [String(1024n ** 5n * 3n), '3,072', 'TB'],
])('%s bytes are short', (bytes, value, unit) => {
  expect(byteAmount(bytes)).toEqual({ value, unit });
});

it('keeps one unit through a column', () => {
  expect(byteAmount('1048576', 'GB')).toEqual({ value: '0', unit: 'GB' });
  expect(byteAmount(String(1024n ** 4n), 'GB')).toEqual({ value: '1,024', unit: 'GB' });
});

it.each([
  ['123456789', 'CNY', '1,234,567.89'],
  ['-5', 'CNY', '-0.05'],
  ['500', 'JPY', '500'],
  ['9007199254740993123', 'USD', '90,071,992,547,409,931.23'],
])('%s minor units of %s', (minor, currency, shown) => {
  expect(moneyAmount(minor, currency)).toBe(shown);
});

it('writes durations and counts', () => {
  expect(durationAmount(3723)).toBe('1:02:03');
  expect(durationAmount('63')).toBe('1:03');
  expect(countAmount(20000)).toBe('20,000');
  expect(countAmount('-1234')).toBe('-1,234');
});
