import { systemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import { addCards, cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { fund, order, ordersWorkOff, sellPackage } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';

const DAY_MS = 86_400_000;
const under = await forThisFile(cardsUnderTest());
// 1 platform, 10 agent, 12 enterprise below it.
const sold = await sellPackage(under, { 1: 500, 10: 800, 12: 1_000 });
await fund(under, '12', 100_000);

const listed = async (account = 'operator') => {
  const caller = await under.anew(account);
  const { list } = await caller.ask(systemPackages.list, { query: { nameContains: '月包' } as never });
  return list.map(({ soldCards, soldAmount, soldByDay, onCards }) => ({ soldCards, soldAmount, soldByDay, onCards }));
};
const byDay = (...last: number[]) => [...Array.from({ length: 30 - last.length }, () => 0), ...last];

test('a register of packages tells what was sold in thirty days, by day and at the price its maker is paid', async () => {
  expect(await listed()).toEqual([{ soldCards: 0, soldAmount: '0', soldByDay: byDay(), onCards: 0 }]);
  await addCards(
    under,
    [1, 2, 3].map((n) => ({ n, customerId: '12' })),
  );
  await ordersWorkOff(under, await order(under, sold, '12', [1, 2, 3]));
  under.clock.advance(DAY_MS);
  // A card that has one in use gets another behind it: two records on one card.
  await ordersWorkOff(under, await order(under, sold, '12', [1]));
  expect(await listed()).toEqual([{ soldCards: 4, soldAmount: '3200', soldByDay: byDay(3, 1), onCards: 4 }]);
  // Both figures are of one currency: what is paid in another is in neither.
  const latest = under.db.selectFrom('orders.package_order').select(({ fn }) => fn.max('id').as('id'));
  const become = (currency: string) =>
    under.db.updateTable('orders.package_order').set({ currency }).where('id', '=', latest).execute();
  await become('USD');
  expect(await listed()).toMatchObject([{ soldCards: 3, soldAmount: '2400', soldByDay: byDay(3, 0) }]);
  await become('CNY');
  under.clock.advance(29 * DAY_MS);
  expect(await listed()).toMatchObject([{ soldCards: 1, soldAmount: '800' }]);
  under.clock.advance(DAY_MS);
  expect(await listed()).toMatchObject([{ soldCards: 0, soldAmount: '0', soldByDay: byDay() }]);
});
