import { setTimeout as wait } from 'node:timers/promises';
import { testApp } from '@cardinal/testing/app.ts';
import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { cashOutsUnderTest } from '@cardinal/testing/cashOutsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { nightJob } from './nightly/night.ts';

const HOUR_MS = 3_600_000;
const host = await forThisFile(testApp({ demo: 'people' }));
// The worker reads the machine's clock.
host.clock.set(new Date());
const simulator = await forThisFile(simulatedJasper());
const under = await cashOutsUnderTest(host, simulator, await host.anew('admin'));
const workers = await forThisFile(killableWorkers(host));

/** Customers whose night is due, with profit and an account at the bank. */
async function dueCustomers(): Promise<string[]> {
  const customers = await host.db
    .selectFrom('customers.customer')
    .select('id')
    .where('kind', '!=', 'PLATFORM')
    .where('currency', '=', 'CNY')
    .execute();
  const now = host.clock.now();
  const long = new Date(now.getTime() - 48 * HOUR_MS);
  for (const { id } of customers) {
    await under.earn(id, 5_000n);
    await host.db
      .insertInto('cash_outs.receiver')
      .values({
        id: under.ctx.ids.next(),
        customer_id: id,
        method: 3,
        account: 'sealed',
        account_mask: '**** 0001',
        holder: id,
        bank: '银行',
        branch: null,
        is_default: true,
        version: 1,
        changed_at: long,
        created_at: long,
        deleted_at: null,
      })
      .execute();
    await host.db
      .insertInto('day_returns.switch')
      .values({
        customer_id: id,
        is_on: true,
        least: '0',
        hour: 2,
        next_at: now,
        version: 1,
        set_by_id: '1',
        set_by: 'test',
        set_at: long,
      })
      .execute();
  }
  return customers.map(({ id }) => id);
}
const items = () => host.db.selectFrom('day_returns.item').selectAll().execute();
const begin = () => under.ctx.transact((inside) => inside.enqueue(nightJob, {}));

test('killed again and again in the middle of a night, it goes on: one cash-out a customer, held once', {
  timeout: 300_000,
}, async () => {
  const customers = await dueCustomers();
  const asked = async () => (await items()).filter(({ state }) => state === 'underway').length;
  for (const share of [4, 2]) {
    await begin();
    const worker = await workers.start();
    for (const until = performance.now() + 60_000; performance.now() < until; await wait(5))
      if ((await asked()) >= customers.length / share) break;
    await worker.kill();
    // In the middle of it: some were asked for, and not all.
    expect(await asked()).toBeLessThan(customers.length);
  }
  await begin();
  await workers.start();
  const isOver = async () => {
    const rows = await items();
    return rows.length === customers.length && rows.every(({ state }) => state === 'underway');
  };
  for (const until = performance.now() + 200_000; performance.now() < until && !(await isOver()); await wait(200))
    await begin();
  const rows = await items();
  expect(rows.map(({ customer_id }) => customer_id).sort()).toEqual([...customers].sort());
  const cashOuts = await host.db
    .selectFrom('cash_outs.cash_out')
    .select(['id', 'customer_id', 'amount', 'kind'])
    .execute();
  expect(cashOuts.map(({ id }) => id).sort()).toEqual(rows.map(({ cash_out_id }) => cash_out_id).sort());
  expect(cashOuts.every(({ amount, kind }) => amount === '5000' && kind === 2)).toBe(true);
  for (const id of customers) {
    expect(await under.profitOf(id)).toBe(0n);
    expect(await under.frozenOf(id)).toBe(5_000n);
  }
  await foldPostings(under.ctx);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
