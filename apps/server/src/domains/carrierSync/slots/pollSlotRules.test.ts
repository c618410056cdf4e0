import { expect, test } from 'vitest';
import type { Urgency } from '../../../outbound/gate/urgencyRules.ts';
import { isNearLimit, type NearCard, nextUrgency, soonEvery } from './pollSlotRules.ts';

const now = new Date('2026-11-21T00:00:00Z');
const card = (over: Partial<NearCard>): NearCard => ({
  lifecycle: 'activated',
  flowUsed: null,
  flowTotal: null,
  pool: { used: null, total: null, readAt: null },
  servicePeriodEnd: null,
  ...over,
});

test('a card is near its limit from four fifths of its volume on, or two days before its service ends', () => {
  expect(isNearLimit(card({ flowUsed: '799', flowTotal: '1000' }), now)).toBe(false);
  expect(isNearLimit(card({ flowUsed: '800', flowTotal: '1000' }), now)).toBe(true);
  expect(isNearLimit(card({ flowUsed: '5', flowTotal: '0' }), now)).toBe(false);
  expect(isNearLimit(card({ servicePeriodEnd: new Date('2026-11-22T23:00:00Z') }), now)).toBe(true);
  expect(isNearLimit(card({ servicePeriodEnd: new Date('2026-11-20T23:00:00Z') }), now)).toBe(false);
  expect(isNearLimit(card({ servicePeriodEnd: new Date('2026-11-30T00:00:00Z') }), now)).toBe(false);
  expect(isNearLimit(card({ lifecycle: 'stopped', flowUsed: '900', flowTotal: '1000' }), now)).toBe(false);
});

test('a card is near its limit with its pool at the carrier; what was never told, or long ago, is not near', () => {
  const inPool = (used: string | null, total: string | null, readAt: Date | null = now) =>
    isNearLimit(card({ pool: { used, total, readAt } }), now);
  expect(inPool('799', '1000')).toBe(false);
  expect(inPool('800', '1000')).toBe(true);
  expect(inPool('1800', '1000')).toBe(true);
  expect(inPool('800', null)).toBe(false);
  expect(inPool(null, '1000')).toBe(false);
  expect(inPool('0', '0')).toBe(false);
  expect(inPool('900', '1000', new Date('2026-10-22T00:00:00Z'))).toBe(true);
  expect(inPool('900', '1000', new Date('2026-10-21T00:00:00Z'))).toBe(false);
  expect(isNearLimit(card({ lifecycle: 'stopped', pool: { used: '900', total: '1000', readAt: now } }), now)).toBe(
    false,
  );
});

test('near a limit is read four times as often, but not oftener than every five minutes', () => {
  expect([soonEvery(86_400), soonEvery(1_000), soonEvery(200)]).toEqual([21_600, 300, 200]);
});

test('the urgent go first, and one turn in ten is the others’', () => {
  const all = new Set<Urgency>(['now', 'soon', 'rotation']);
  const turns = Array.from({ length: 20 }, (_, turn) => nextUrgency(all, turn));
  expect(turns.filter((urgency) => urgency === 'rotation')).toHaveLength(2);
  expect(turns.filter((urgency) => urgency === 'now')).toHaveLength(18);
  expect(nextUrgency(new Set<Urgency>(['soon', 'rotation']), 0)).toBe('soon');
  expect(nextUrgency(new Set(), 0)).toBeUndefined();
});
