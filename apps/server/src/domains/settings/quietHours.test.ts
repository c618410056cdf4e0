import { expect, test } from 'vitest';
import { quietEnd } from './quietHours.ts';

const ZONE = 'Asia/Shanghai';
const end = (hours: string, at: string, zone = ZONE) => quietEnd(hours, zone, new Date(at))?.toISOString();

test('quiet hours end the same or the next morning, by the clock of the zone', () => {
  expect(end('22:00-07:00', '2026-11-22T22:00:00+08:00')).toBe('2026-11-22T23:00:00.000Z');
  expect(end('22:00-07:00', '2026-11-23T06:59:59+08:00')).toBe('2026-11-22T23:00:00.000Z');
  expect(end('22:00-07:00', '2026-11-23T07:00:00+08:00')).toBeUndefined();
  expect(end('22:00-07:00', '2026-11-23T12:00:00+08:00')).toBeUndefined();
  expect(end('00:30-05:15', '2026-12-31T17:00:00Z')).toBe('2026-12-31T21:15:00.000Z');
  expect(end('00:30-05:15', '2026-12-31T15:00:00Z')).toBeUndefined();
  expect(end('', '2026-11-22T23:00:00+08:00')).toBeUndefined();
});

test('another zone has another night, also where its clocks are set', () => {
  expect(end('22:00-07:00', '2026-11-22T22:00:00+08:00', 'Europe/Berlin')).toBeUndefined();
  // Daylight saving begins: the night of 29 March is an hour shorter.
  expect(end('22:00-07:00', '2026-03-28T22:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T05:00:00.000Z');
});
