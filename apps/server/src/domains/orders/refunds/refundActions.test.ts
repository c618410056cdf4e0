import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { addCards, cardsUnderTest, listSource, task } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { balanceOf, fund, order, ordersWorkOff, sellPackage } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/face.ts';

const under = await forThisFile(cardsUnderTest());
const agent = await under.as('agent');
const child = await under.as('enterprise');
const rival = await under.as('rival');
const sold = await sellPackage(under, { 1: 500, 10: 800, 12: 1_000 });
await fund(under, '12', 100_000);
await fund(under, '10', 100_000);
await addCards(
  under,
  Array.from({ length: 30 }, (_, at) => ({ n: at + 1, customerId: '12' })),
);
const buy = async (payer: '10' | '12', numbers: readonly number[], times = 1) => {
  for (let n = 0; n < times; n += 1) await ordersWorkOff(under, await order(under, sold, payer, numbers));
};
type Caller = typeof agent;
const preview = (caller: Caller, numbers: readonly number[], usages: 'waiting' | 'using' | 'all') =>
  caller.call(previewSelection, {
    body: { action: 'refund_package', source: listSource(numbers), parameters: { usages, reason: '不再使用' } },
  });
const previewIdOf = (answer: Awaited<ReturnType<typeof preview>>) => (answer.data as { previewId: string }).previewId;

test('what is given back is shown before, and is what the payer gets, at every level', async () => {
  await buy('12', [1, 2, 3], 2);
  const answer = await preview(child, [1, 2, 3, 4], 'waiting');
  expect(answer.data).toMatchObject({
    willTouch: 3,
    skipped: [{ reason: 'nothingToUnsubscribe', count: 1 }],
    money: { total: '-3000', held: '0', groups: [{ words: '月包', quantity: 3, amount: '-3000' }], short: null },
  });
  const [before, agentBefore] = [await balanceOf(under, '12'), await balanceOf(under, '10')];
  const started = await child.ask(startAction, { body: { previewId: previewIdOf(answer) } });
  await ordersWorkOff(under, started);
  expect((await balanceOf(under, '12')).balance - before.balance).toBe(3_000n);
  expect((await balanceOf(under, '10')).profitFrozen - agentBefore.profitFrozen).toBe(-600n);
  expect(await task(under, started.taskId)).toMatchObject({ done: 3, failed: 0 });
  const rows = await under.db.selectFrom('orders.unsubscription').select(['iccid', 'amount', 'reason']).execute();
  expect(rows.map((row) => [row.amount, row.reason])).toEqual(Array(3).fill(['1000', '不再使用']));
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('in use it is given back by its days, add-ons that follow with it', async () => {
  await buy('12', [5]);
  const addOn = await sellPackage(
    under,
    { 1: 50, 10: 80, 12: 100 },
    { type: 'flowRefueling', follow_main: 2, refund_rule: 'none', name: '加油包' },
  );
  await ordersWorkOff(under, await order(under, addOn, '12', [5]));
  const answer = await preview(child, [5], 'using');
  const { money } = answer.data as { money: { total: string; groups: { words: string; quantity: number }[] } };
  expect(money.groups.map(({ words, quantity }) => [words, quantity]).sort()).toEqual([
    ['加油包', 1],
    ['月包', 1],
  ]);
  const before = await balanceOf(under, '12');
  const started = await child.ask(startAction, { body: { previewId: previewIdOf(answer) } });
  await ordersWorkOff(under, started);
  expect(-((await balanceOf(under, '12')).balance - before.balance)).toBe(BigInt(money.total));
});

test('what was paid above is not unsubscribed below, nor seen there; the one above gives back to whoever paid', async () => {
  await buy('10', [10]);
  await buy('12', [11]);
  const below = await preview(child, [10, 11], 'using');
  expect(below.data).toMatchObject({ willTouch: 1, skipped: [{ reason: 'boughtAbove', count: 1 }] });
  expect(JSON.stringify(below.data)).not.toContain('甲代理');
  const above = await preview(agent, [10, 11], 'using');
  const { money } = above.data as { money: { payer: string | null; groups: { words: string }[] } };
  expect(money).toMatchObject({ payer: null, balance: null });
  expect(money.groups.map(({ words }) => words.includes('甲代理')).sort()).toEqual([false, true]);
  const before = [await balanceOf(under, '10'), await balanceOf(under, '12')];
  await ordersWorkOff(under, await agent.ask(startAction, { body: { previewId: previewIdOf(above) } }));
  expect((await balanceOf(under, '12')).balance > (before[1]?.balance ?? 0n)).toBe(true);
  expect((await balanceOf(under, '10')).balance > (before[0]?.balance ?? 0n)).toBe(true);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('cards of another tree do not exist, a rule without refund is said, and parameters of others are refused', async () => {
  const foreign = await preview(rival, [1], 'all');
  expect(foreign.data).toMatchObject({ willTouch: 0, skipped: [{ reason: 'notFound', count: 1 }] });
  const kept = await sellPackage(under, { 1: 1, 10: 2, 12: 3 }, { refund_rule: 'proRataVolume' });
  await ordersWorkOff(under, await order(under, kept, '12', [20]));
  expect((await preview(child, [20], 'using')).data).toMatchObject({
    willTouch: 0,
    skipped: [{ reason: 'refundByVolume', count: 1 }],
  });
  const wrong = await child.call(previewSelection, {
    body: { action: 'refund_package', source: listSource([1]), parameters: { packageId: '1' } },
  });
  expect((wrong.data as unknown as { errors: { field: string }[] }).errors.map(({ field }) => field).sort()).toEqual([
    'parameters.packageId',
    'parameters.usages',
  ]);
});
