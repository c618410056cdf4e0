import { seededRandom } from '@cardinal/primitives/random.ts';
import { expect, test } from 'vitest';
import { isFreeAmount, tierState, tiersOffered } from '../tiers/tierRules.ts';
import { bonusLeft, giftBack, mostBack } from './topUpRules.ts';

test('refunds in any parts, with anything spent between, create no money and reverse at most the gift that was given', () => {
  const random = seededRandom('refunds of top-ups');
  for (let run = 0; run < 3_000; run += 1) {
    const amount = BigInt(1 + random.int(10_000));
    const gift = BigInt(random.int(Number(amount)));
    let [paidLeft, giftLeft, giftSpent, paidSpent, returned, reversed] = [amount, gift, 0n, 0n, 0n, 0n];
    for (let turn = 0; turn < 6; turn += 1) {
      // The gift is spent before what was paid.
      const spend = BigInt(random.int(Number(amount)));
      const ofGift = spend < giftLeft ? spend : giftLeft;
      const ofPaid = spend - ofGift < paidLeft ? spend - ofGift : paidLeft;
      if (random.int(2) === 0) {
        giftLeft -= ofGift;
        giftSpent += ofGift;
        paidLeft -= ofPaid;
        paidSpent += ofPaid;
      }
      const on = { amount, gift, paidLeft, giftLeft, giftSpent };
      const most = mostBack(on);
      if (most === 0n) continue;
      const refund = random.int(3) === 0 ? most : 1n + BigInt(random.int(Number(most)));
      const back = giftBack(on, refund);
      expect(back).toBeGreaterThanOrEqual(0n);
      expect(back).toBeLessThanOrEqual(giftLeft);
      paidLeft -= refund;
      giftLeft -= back;
      returned += refund;
      reversed += back;
      if (refund === most) expect(giftLeft).toBe(0n);
      expect(paidLeft).toBeGreaterThanOrEqual(0n);
      expect(reversed).toBeLessThanOrEqual(gift);
      // Whoever took all he could has paid for what he used, the gift included.
      if (refund === most) expect(returned + paidLeft + paidSpent).toBe(amount);
      expect(returned + giftSpent + paidSpent).toBeLessThanOrEqual(amount + gift);
    }
  }
});

test('a bonus that waits shrinks with what goes back of its top-up', () => {
  expect(bonusLeft(500n, 5_000n, 0n)).toBe(500n);
  expect(bonusLeft(500n, 5_000n, 2_500n)).toBe(250n);
  expect(bonusLeft(500n, 5_000n, 5_000n)).toBe(0n);
});

const tier = (id: string, given: object) => ({
  id,
  account_id: '1',
  product_code: null,
  kind: 1 as const,
  amount: '5000',
  sort: 1,
  ...given,
});

test('of equal amounts the narrowest scope is offered, and a first recharge only to a card that had none', () => {
  const tiers = [
    tier('account', {}),
    tier('product', { account_id: null, product_code: 'P' }),
    tier('both', { product_code: 'P' }),
    tier('other', { amount: '10000', sort: 0 }),
    tier('first', { kind: 2 as const }),
  ];
  const ids = (isFirst: boolean) => tiersOffered(tiers as never, isFirst).map(({ id }: { id: string }) => id);
  expect(ids(true)).toEqual(['first', 'other']);
  expect(ids(false)).toEqual(['other', 'both']);
});

test('a tier is offered within its window, while it is enabled', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const of = (given: object) => tierState({ is_enabled: true, valid_from: at(2), valid_until: at(4), ...given }, at(2));
  expect([of({}), of({ is_enabled: false }), of({ valid_from: at(3) }), of({ valid_until: at(2) })]).toEqual([
    'offered',
    'off',
    'waiting',
    'over',
  ]);
});

test('a free amount lies on a step within the bounds', () => {
  const rule = { least: 1_000n, most: 5_000n, step: 500n };
  expect([999n, 1_000n, 1_250n, 1_500n, 5_000n, 5_500n].map((each) => isFreeAmount(each, rule))).toEqual([
    false,
    true,
    false,
    true,
    true,
    false,
  ]);
});
