import { setTimeout as wait } from 'node:timers/promises';
import { listChannelOrders } from '@cardinal/contract/api/channelStatements/channelOrders.ts';
import { createChannelOrders } from '@cardinal/contract/api/channelStatements/differences.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { channelStatementsUnderTest } from '@cardinal/testing/channelStatementsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { balanceOf } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';

const under = await forThisFile(cardsUnderTest());
// The workers read the machine's clock.
under.clock.set(new Date());
const { seller, packageId, newCards, upload, apply, open } = await channelStatementsUnderTest(under);
const workers = await forThisFile(killableWorkers(under));

const MISSING = 40;

const made = () =>
  under.db
    .selectFrom('group_buys.channel_order as c')
    .innerJoin('orders.package_order as o', 'o.id', 'c.order_id')
    .select(['c.their_order_no', 'o.settled_lines', 'o.finished_at'])
    .execute();

async function reached(most: number, within: number): Promise<void> {
  for (const until = performance.now() + within; performance.now() < until; await wait(20))
    if ((await made()).filter(({ finished_at }) => finished_at !== null).length >= most) return;
}

test('the worker killed while missing orders are created: each is one order, one package and one payment', {
  timeout: 600_000,
}, async () => {
  const numbers = await newCards(MISSING);
  const rows = numbers.map((n) => ({ no: `XM-${n}`, n }));
  await apply(seller, await upload(seller, rows));
  const before = await balanceOf(under, '10');
  const body = { ids: (await open(seller)).map(({ id }) => id), packageId, reason: '渠道已收款' };
  expect(body.ids).toHaveLength(MISSING);
  // The same call again creates nothing.
  expect((await seller.call(createChannelOrders, { body })).code).toBe('200');
  expect((await seller.call(createChannelOrders, { body })).code).toBe('4092231');
  for (const part of [1, MISSING / 2]) {
    const worker = await workers.start();
    await reached(part, 20_000);
    await worker.kill();
  }
  const last = await workers.start();
  await reached(MISSING, 120_000);
  await last.kill();
  const orders = await made();
  expect(new Set(orders.map((order) => order.their_order_no)).size).toBe(MISSING);
  expect(orders.every(({ settled_lines }) => settled_lines === 1)).toBe(true);
  const records = await under.db.selectFrom('orders.package_usage').select('card_id').execute();
  expect(new Set(records.map(({ card_id }) => card_id)).size).toBe(MISSING);
  expect(records).toHaveLength(MISSING);
  await foldPostings(under.ctx);
  const after = await balanceOf(under, '10');
  expect(after).toMatchObject({ balance: before.balance - BigInt(MISSING * 800), frozen: before.frozen });
  expect(await open(seller)).toEqual([]);
  const { summary } = await seller.ask(listChannelOrders, { query: {} });
  expect(summary.settled).toEqual([{ currency: 'CNY', ours: '36000', theirs: '36000' }]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
