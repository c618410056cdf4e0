import { describe, expect, it } from 'vitest';
import { systemClock, TurnableClock } from './clock.ts';

describe('the turnable clock', () => {
  it('stands still until it is turned', () => {
    const clock = new TurnableClock('2026-11-21T08:00:00Z');
    expect(clock.now()).toEqual(clock.now());
    expect(clock.advance(1_500)).toEqual(new Date('2026-11-21T08:00:01.500Z'));
    expect(clock.now().toISOString()).toBe('2026-11-21T08:00:01.500Z');
  });

  it('can be set, also backwards', () => {
    const clock = new TurnableClock(new Date(0));
    clock.set('2026-02-28T00:00:00+08:00');
    expect(clock.now().toISOString()).toBe('2026-02-27T16:00:00.000Z');
    clock.set(new Date(5));
    clock.advance(-5);
    expect(clock.now().getTime()).toBe(0);
  });

  it('hands out dates that change nothing when they are changed', () => {
    const clock = new TurnableClock(new Date(7));
    clock.now().setTime(99);
    expect(clock.now().getTime()).toBe(7);
  });

  it('refuses what is no moment', () => {
    expect(() => new TurnableClock('yesterday')).toThrow(RangeError);
    const clock = new TurnableClock(new Date(0));
    expect(() => clock.advance(Number.NaN)).toThrow(RangeError);
    expect(clock.now().getTime()).toBe(0);
  });
});

it('the system clock tells the present', () => {
  const before = Date.now();
  const told = systemClock.now().getTime();
  expect(told).toBeGreaterThanOrEqual(before);
  expect(told).toBeLessThanOrEqual(Date.now());
});
