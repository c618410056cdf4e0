import { expect, test } from 'vitest';
import { bindingOf, isInAnotherDevice, type LockableCard, reasonsSeparated, reasonsUnlocked } from './imeiRules.ts';

const card = (over: Partial<LockableCard> = {}): LockableCard => ({
  imei: '860000000000017',
  boundImei: null,
  stopReasons: [],
  ...over,
});

test('a card is locked to the asked device, or to the one it sits in', () => {
  expect(bindingOf(card(), undefined)).toMatchObject({ kind: 'bind', imei: '860000000000017' });
  expect(bindingOf(card(), '860000000000025')).toMatchObject({ kind: 'bind', imei: '860000000000025' });
  expect(bindingOf(card({ imei: null }), undefined)).toMatchObject({ kind: 'skip', code: 'noImei' });
  expect(bindingOf(card(), '12')).toMatchObject({ kind: 'skip', code: 'wrongImei' });
  expect(bindingOf(card({ boundImei: '860000000000017' }), undefined)).toMatchObject({ code: 'already' });
});

test('the reason of separation goes when the lock fits the device, and stays when it does not', () => {
  const separated = card({ boundImei: '990000000000017', stopReasons: [1, 4] });
  expect(bindingOf(separated, undefined)).toMatchObject({ stopReasons: [1] });
  expect(bindingOf(separated, '980000000000017')).toMatchObject({ stopReasons: [1, 4] });
  expect(reasonsUnlocked(separated)).toEqual([1]);
});

test('check digit and software version do not make another device', () => {
  expect(isInAnotherDevice({ imei: '86000000000001799', boundImei: '86000000000001' })).toBe(false);
  expect(isInAnotherDevice({ imei: '86000000000002', boundImei: '86000000000001' })).toBe(true);
  expect(isInAnotherDevice({ imei: null, boundImei: '86000000000001' })).toBe(false);
  expect(reasonsSeparated([6, 1])).toEqual([1, 4, 6]);
  expect(reasonsSeparated([4])).toEqual([4]);
});
