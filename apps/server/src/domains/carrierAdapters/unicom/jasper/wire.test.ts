import { expect, test } from 'vitest';
import { statusOfWire, statusToWire } from './statuses.ts';
import { editAnswer, readVendorDate, searchAnswer, smsAnswer, usageAnswer, writeVendorMoment } from './wire.ts';

test('dates of the vendor, in both of its forms; what is none is null', () => {
  expect(readVendorDate('2024-05-01 00:21:33.339+0000')?.toISOString()).toBe('2024-05-01T00:21:33.339Z');
  expect(readVendorDate('2024-05-01 08:21:33+0800')?.toISOString()).toBe('2024-05-01T00:21:33.000Z');
  expect(readVendorDate('2024-05-01T00:21:33Z')?.toISOString()).toBe('2024-05-01T00:21:33.000Z');
  expect([
    readVendorDate(null),
    readVendorDate(''),
    readVendorDate('yesterday'),
    readVendorDate('2024-13-45 00:00:00+0000'),
  ]).toEqual([null, null, null, null]);
  expect(writeVendorMoment(new Date('2026-11-20T02:00:00.123Z'))).toBe('2026-11-20T02:00:00+00:00');
});

test('statuses of older interfaces lose their suffix; only what Jasper can be asked for is asked', () => {
  expect([statusOfWire('ACTIVATED_NAME'), statusOfWire(' deactivated '), statusOfWire('START')]).toEqual([
    'ACTIVATED',
    'DEACTIVATED',
    'START',
  ]);
  expect([
    statusToWire('DEACTIVATED'),
    statusToWire('FORCED_STOP'),
    statusToWire('SLEEP'),
    statusToWire('toString'),
  ]).toEqual(['DEACTIVATED', undefined, undefined, undefined]);
});

test('answers are read in every form that was seen, and refused in others', () => {
  expect(smsAnswer.parse({ smsMsgId: 17 })).toBe('17');
  expect(smsAnswer.parse({ smsMessageId: '18' })).toBe('18');
  expect(smsAnswer.safeParse({}).success).toBe(false);
  expect(editAnswer.safeParse(undefined).success).toBe(true);
  expect(searchAnswer.safeParse({ devices: [], pageNumber: 1 }).success).toBe(false);
  const usage = { iccid: '1', status: 'ACTIVATED', ctdDataUsage: 5_000_000_000, ctdSMSUsage: 3, ctdVoiceUsage: '61' };
  expect(usageAnswer.parse(usage)).toMatchObject({ ctdDataUsage: '5000000000', ctdVoiceUsage: '61' });
});
