import { expect, test } from 'vitest';
import { nextOf, reasonGroup } from './caseRules.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000);
const rule = { retries: 3, refundHours: 24 };

test('what failed is tried again ever later, as often as the rule says', () => {
  const next = (attempts: number) =>
    nextOf({ reason: 'packageOff', attempts, openedAt: at(0) }, rule, at(10)).next_attempt_at;
  expect([0, 1, 2, 3].map(next)).toEqual([at(11), at(15), at(25), null]);
});

test('a short balance is looked at however often, a request of the buyer waits for a person', () => {
  const opened = { attempts: 50, openedAt: at(0) };
  expect(nextOf({ reason: 'balanceShort', ...opened }, rule, at(10))).toEqual({
    next_attempt_at: at(10),
    refund_at: at(24 * 60),
  });
  expect(nextOf({ reason: 'asked', ...opened }, rule, at(10))).toEqual({ next_attempt_at: null, refund_at: null });
});

test('without hours nothing is refunded by itself', () => {
  const of = { reason: 'other', attempts: 0, openedAt: at(0) } as const;
  expect(nextOf(of, { retries: 0, refundHours: null }, at(1))).toEqual({ next_attempt_at: null, refund_at: null });
});

test('a reason is about the card, its name, its owner or the package', () => {
  expect(['cancelled', 'realNameMissing', 'otherOwner', 'productNotBound', undefined].map(reasonGroup)).toEqual([
    'cardState',
    'realName',
    'cardGone',
    'packageOff',
    'other',
  ]);
});
