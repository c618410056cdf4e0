import { describe, expect, it } from 'vitest';
import { judgeReading, nextCheckAfter, type ReadCommand, whenStillAsBefore } from './confirmRules.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1_000);
const card = { platform: 1, carrierStatus: 'ACTIVATED', lastSyncAt: at(0) } as const;
const stop: ReadCommand = { state: 'sent', from: 'ACTIVATED', to: 'DEACTIVATED', sentAt: at(10) };
const read = (status: string, seconds: number, isDirect = true) => ({ status, readAt: at(seconds), isDirect });

describe('what a carrier’s word about a card means', () => {
  it('confirms what was asked, whether one asked directly or read a list', () => {
    expect(judgeReading(card, stop, read('DEACTIVATED', 11))).toBe('confirmed');
    expect(judgeReading(card, stop, read('DEACTIVATED', 11, false))).toBe('confirmed');
  });

  it('says nothing when it was read before the carrier was asked', () => {
    expect(judgeReading(card, stop, read('DEACTIVATED', 9))).toBe('stale');
    expect(judgeReading(card, { ...stop, state: 'queued', sentAt: null }, read('DEACTIVATED', 11))).toBe('stale');
  });

  it('says nothing when something newer is known', () => {
    expect(judgeReading({ ...card, lastSyncAt: at(20) }, undefined, read('DEACTIVATED', 15))).toBe('stale');
  });

  it('waits while the card is still as it was', () => {
    expect(judgeReading(card, stop, read('ACTIVATED', 11))).toBe('waiting');
  });

  it('believes a third status only when asked about this very card', () => {
    expect(judgeReading(card, stop, read('RETIRED', 11, false))).toBe('waiting');
    expect(judgeReading(card, stop, read('RETIRED', 11))).toBe('overtaken');
  });

  it('takes over what somebody else did, and keeps the last known status for a word nobody knows', () => {
    expect(judgeReading(card, undefined, read('ACTIVATED', 5))).toBe('same');
    expect(judgeReading(card, undefined, read('DEACTIVATED', 5))).toBe('foreign');
    expect(judgeReading(card, undefined, read('START', 5))).toBe('unknown');
    expect(judgeReading(card, stop, read('START', 11))).toBe('waiting');
  });
});

describe('when a carrier is asked again', () => {
  it('soon where nobody knows whether the order arrived, late where it was accepted', () => {
    const sent = { sentAt: at(0), tries: 1 };
    expect(whenStillAsBefore({ ...sent, isUnclear: true }, at(19))).toBe('wait');
    expect(whenStillAsBefore({ ...sent, isUnclear: true }, at(20))).toBe('askAgain');
    expect(whenStillAsBefore({ ...sent, isUnclear: false }, at(599))).toBe('wait');
    expect(whenStillAsBefore({ ...sent, isUnclear: false }, at(600))).toBe('askAgain');
  });

  it('five times, then it is given up', () => {
    expect(whenStillAsBefore({ sentAt: at(0), tries: 5, isUnclear: true }, at(20))).toBe('giveUp');
  });

  it('looks quickly first and never less than every five minutes', () => {
    const waits = Array.from(
      { length: 20 },
      (_, checks) => (nextCheckAfter(checks, at(0)).getTime() - at(0).getTime()) / 1_000,
    );
    expect(waits[0]).toBeLessThanOrEqual(2);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(Math.max(...waits)).toBe(300);
  });
});
