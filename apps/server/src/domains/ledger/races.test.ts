import { seededRandom } from '@cardinal/primitives/random.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, test } from 'vitest';
import { setCredit } from './accounts.ts';
import { verifyLedger } from './checkLedger.ts';
import { foldPostings } from './foldPostings.ts';
import { anyKey, move, openBelow, openClearing, openPurse, openRevenue, yuan } from './ledgerUnderTest.ts';
import { hold, type NotPosted, type Posted, releaseHold, requirePosted, reverse, settleHold } from './post.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const ctx = it.app.systemContext('test');
const clearing = await openClearing(ctx);
const revenue = await openRevenue(ctx);
const parent = await openPurse(ctx, await openBelow(ctx, '1'));
const children = await Promise.all([1, 2, 3].map(async () => openPurse(ctx, await openBelow(ctx, parent.customerId))));
const buyer = children[0]!;

const ROUNDS = 25;
const AT_ONCE = 20;

const atOnce = (ask: () => Promise<Posted | NotPosted>): Promise<(Posted | NotPosted)[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, ask));
const winners = (all: readonly (Posted | NotPosted)[]) =>
  all.filter((each) => each.isPosted && !each.isRepeated).length;
const balanceOf = async (id: string) => {
  const row = await it.db.selectFrom('ledger.account').select('balance').where('id', '=', id).executeTakeFirstOrThrow();
  return BigInt(row.balance);
};
const fill = async (minor: bigint) => {
  const missing = minor - (await balanceOf(buyer.balance.id));
  if (missing !== 0n) requirePosted(await move(ctx, clearing, buyer.balance, missing));
};
const holding = () =>
  hold(ctx, { key: anyKey(), kind: 'sale' }, { from: buyer.balance, into: buyer.frozen, amount: yuan(100) });

describe('twenty at once, twenty-five times', { timeout: 300_000 }, () => {
  test('the whole balance is spent by one', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await fill(100n);
      const all = await atOnce(() => move(ctx, buyer.balance, revenue, 100));
      expect(winners(all)).toBe(1);
      expect(all.filter((each) => !each.isPosted && each.why === 'belowFloor').length).toBe(AT_ONCE - 1);
      expect(await balanceOf(buyer.balance.id)).toBe(0n);
    }
  });

  test('one key posts once, and all learn of the same transaction; also between accounts that are not locked', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await fill(100n);
      for (const from of [buyer.balance, clearing]) {
        const key = anyKey();
        const all = await atOnce(() => move(ctx, from, revenue, 5, key));
        expect(winners(all)).toBe(1);
        expect(new Set(all.map((each) => each.isPosted && each.transactionId)).size).toBe(1);
      }
      expect(await balanceOf(buyer.balance.id)).toBe(95n);
    }
  });

  test('a transaction is reversed by one', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await fill(100n);
      const sold = requirePosted(await move(ctx, buyer.balance, revenue, 60));
      const all = await atOnce(() => reverse(ctx, { key: anyKey(), kind: 'refund' }, sold.transactionId));
      expect(winners(all)).toBe(1);
      expect(await balanceOf(buyer.balance.id)).toBe(100n);
    }
  });

  test('a hold is settled for no more than it holds, and its rest is released by one', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await fill(100n);
      const { holdId } = requirePosted(await holding());
      const settled = await atOnce(() =>
        settleHold(ctx, { key: anyKey(), kind: 'sale' }, holdId, [
          { account: buyer.frozen, amount: yuan(-15) },
          { account: revenue, amount: yuan(15) },
        ]),
      );
      expect(winners(settled)).toBe(6);
      expect(winners(await atOnce(() => releaseHold(ctx, { key: anyKey(), kind: 'sale' }, holdId)))).toBe(1);
      expect([await balanceOf(buyer.balance.id), await balanceOf(buyer.frozen.id)]).toEqual([10n, 0n]);
    }
  });

  test('three children on credit together owe no more than their parent carries', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { balance } of [...children, parent]) {
        const missing = -(await balanceOf(balance.id));
        if (missing !== 0n) requirePosted(await move(ctx, clearing, balance, missing));
      }
      requirePosted(await move(ctx, clearing, parent.balance, 200));
      for (const { customerId } of children) await setCredit(ctx, customerId, yuan(200));
      let turn = 0;
      const all = await atOnce(() => {
        turn += 1;
        return move(ctx, children[turn % 3]!.balance, revenue, 30);
      });
      // 200 carries six debts of 30.
      expect(winners(all)).toBe(6);
    }
    expect(await verifyLedger(ctx)).toEqual([]);
  });
});

test('transfers in all directions beside folds end in a ledger that is whole', async () => {
  const purses = [parent, ...children];
  for (const { balance } of purses) requirePosted(await move(ctx, clearing, balance, 1_000));
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      const random = seededRandom(`transfers ${worker}`);
      const any = () => purses[random.int(purses.length)]!;
      for (let n = 0; n < 40; n += 1) {
        const [from, to] = [any(), any()];
        await move(ctx, from.balance, from === to ? revenue : to.balance, 1 + random.int(300));
        if (n % 10 === 0) await foldPostings(ctx);
      }
    }),
  );
  await foldPostings(ctx);
  expect(await verifyLedger(ctx)).toEqual([]);
}, 300_000);
