import { expect, test } from 'vitest';
import { bindingOf, isInAnotherDevice, isLocked, type LockableCard } from './imeiRules.ts';

const card = (over: Partial<LockableCard> = {}): LockableCard => ({
  imei: '860000000000017',
  boundImei: null,
  ...over,
});

test('a card is locked to the asked device, or to the one it sits in', () => {
  expect(bindingOf(card(), undefined)).toMatchObject({ kind: 'bind', imei: '860000000000017' });
  expect(bindingOf(card(), '860000000000025')).toMatchObject({ kind: 'bind', imei: '860000000000025' });
  expect(bindingOf(card({ imei: null }), undefined)).toMatchObject({ kind: 'skip', code: 'noImei' });
  expect(bindingOf(card(), '12')).toMatchObject({ kind: 'skip', code: 'wrongImei' });
  expect(bindingOf(card({ boundImei: '860000000000017' }), undefined)).toMatchObject({ code: 'already' });
});

test('a card is locked by its device, or by the reason that a refused restart left', () => {
  expect(isLocked({ bound_imei: '860000000000017', stop_reasons: [] })).toBe(true);
  expect(isLocked({ bound_imei: null, stop_reasons: [1, 4] })).toBe(true);
  expect(isLocked({ bound_imei: null, stop_reasons: [1] })).toBe(false);
});

test('check digit and software version do not make another device', () => {
  expect(isInAnotherDevice({ imei: '86000000000001799', boundImei: '86000000000001' })).toBe(false);
  expect(isInAnotherDevice({ imei: '86000000000002', boundImei: '86000000000001' })).toBe(true);
  expect(isInAnotherDevice({ imei: null, boundImei: '86000000000001' })).toBe(false);
});
