import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { reconcileConsumption } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { readProfitOverview } from '@cardinal/contract/api/profitSharing/overview.ts';
import { readProfitReport } from '@cardinal/contract/api/profitSharing/report.ts';
import type { PeriodBoundary } from '@cardinal/contract/enumerations/package.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { addCards, cardsUnderTest, iccid, listSource } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { balanceOf, fund, ordersWorkOff } from '@cardinal/testing/ordersUnderTest.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { expect, test } from 'vitest';
import { DOMAINS } from '../../domains.ts';
import { keepPartitions } from '../../framework/partitions.ts';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { openBelow } from '../ledger/ledgerUnderTest.ts';
import { sweepRecords } from '../orders/records/sweepRecords.ts';
import { releaseProfit } from './entries/releaseProfit.ts';

const under = await forThisFile(cardsUnderTest());
const SHANGHAI = { zone: 'Asia/Shanghai', cycleDay: 1 };

/** A moment by the clock of Shanghai. */
const at = (wall: string) => new Date(`${wall}:00+08:00`);

type Account = 'admin' | 'operator' | 'agent' | 'subagent';
const signedIn = new Map<Account, ReturnType<typeof under.anew>>();
/** Signs in once a moment: no session lives as long as a month. */
function as(account: Account) {
  const caller = signedIn.get(account) ?? under.anew(account);
  signedIn.set(account, caller);
  return caller;
}

/** Moves time, and lets happen what was due until then. */
async function until(moment: Date): Promise<void> {
  under.clock.set(moment);
  signedIn.clear();
  await keepPartitions(
    under.ownerUrl,
    DOMAINS.flatMap(({ partitions = [] }) => partitions),
    moment,
  );
  await sweepRecords(under.ctx);
  await releaseProfit(under.ctx);
  await foldPostings(under.ctx);
}

await until(at('2028-01-31T10:00'));
// The platform sells to 10, that to 11, that to the customer at the end, which has 1,000.00.
const last = await openBelow(under.ctx, '11');
await fund(under, last, 100_000);
const product = await sellProduct(under.ctx, {
  carrierAccountId: under.accountId,
  customerIds: ['10', { to: '11', from: '10' }, { to: last, from: '11' }],
});
const monthly = async (boundary: PeriodBoundary) => {
  const { id } = await makePackage(under.ctx, {
    name: `月包 ${boundary}`,
    products: [product],
    terms: { boundary, refund_rule: 'proRataDays' },
    given: [
      { to: '10', from: '1', reserve: 700 },
      { to: '11', from: '10', reserve: 900 },
      { to: last, from: '11', reserve: 1_200 },
    ],
  });
  return id;
};
const [calendar, cycle, fromStart] = [await monthly(1), await monthly(2), await monthly(3)];
await addCards(
  under,
  [1, 2, 3].map((n) => ({ n, customerId: last })),
);
await under.db.updateTable('cards.card').set({ product_code: product }).where('customer_id', '=', last).execute();

/** Previews and starts as the platform does for the customer at the end, and works it off. */
async function act(action: 'order_package' | 'refund_package', n: number, parameters: object): Promise<string> {
  const operator = await as('operator');
  const preview = await operator.ask(previewSelection, { body: { action, source: listSource([n]), parameters } });
  expect(preview).toMatchObject({ willTouch: 1 });
  await ordersWorkOff(under, await operator.ask(startAction, { body: { previewId: preview.previewId } }));
  return preview.money?.total ?? '';
}
async function buy(n: number, packageId: string, { zone, cycleDay } = SHANGHAI, effectiveType = 0): Promise<void> {
  await under.db
    .updateTable('carriers.account')
    .set({ zone, cycle_day: cycleDay })
    .where('id', '=', under.accountId)
    .execute();
  expect(await act('order_package', n, { packageId, payerId: last, effectiveType })).toBe('1200');
}
const unsubscribe = (n: number, usages: 'waiting' | 'using') =>
  act('refund_package', n, { usages, reason: '不再使用' });

/** The records of a card that were not given back: from when to when, by the clock of Shanghai, and their state. */
async function recordsOf(n: number) {
  const rows = await under.db
    .selectFrom('orders.package_usage')
    .select(['starts_at', 'ends_at', 'state'])
    .where('iccid', '=', iccid(n))
    .where('state', '<>', PackageUsageState.values.unsubscribed)
    .orderBy('id')
    .execute();
  const wall = (moment: Date | null) => moment && new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 16);
  return rows.map(({ starts_at, ends_at, state }) => [wall(starts_at), wall(ends_at), state]);
}
const profitOf = async (account: 'agent' | 'subagent') => {
  const { currencies } = await (await as(account)).ask(readProfitOverview, {});
  const [{ profit, frozen } = { profit: '0', frozen: '0' }] = currencies;
  return [Number(profit), Number(frozen)];
};
const { unused, using } = PackageUsageState.values;
const NEW_YORK = { zone: 'America/New_York', cycleDay: 1 };
const CYCLE_27 = { zone: 'Asia/Shanghai', cycleDay: 27 };

test('31 January: months from the start end with 29 February, cycles on the 27th, months of New York at its midnight', async () => {
  await buy(1, fromStart);
  await buy(1, fromStart);
  await buy(2, cycle, CYCLE_27);
  await buy(3, calendar, NEW_YORK);
  await buy(3, calendar, NEW_YORK, 1);
  expect(await recordsOf(1)).toEqual([
    ['2028-01-31T10:00', '2028-03-01T00:00', using],
    // Counted by the 31st on which the first began.
    ['2028-03-01T00:00', '2028-03-31T00:00', unused],
  ]);
  expect(await recordsOf(2)).toEqual([['2028-01-31T10:00', '2028-02-27T00:00', using]]);
  expect(await recordsOf(3)).toEqual([
    ['2028-01-31T10:00', '2028-02-01T13:00', using],
    ['2028-02-01T13:00', '2028-03-01T13:00', unused],
  ]);
  expect(await balanceOf(under, last)).toMatchObject({ balance: 94_000n, frozen: 0n });
  expect(await profitOf('agent')).toEqual([0, 1_000]);
  expect(await profitOf('subagent')).toEqual([0, 1_500]);
});

test('10 February: profit was released after seven days; what waits comes back whole, what runs by days of its own zone', async () => {
  await until(at('2028-02-08T00:00'));
  expect(await profitOf('agent')).toEqual([1_000, 0]);
  await until(at('2028-02-10T10:00'));
  expect(await unsubscribe(1, 'waiting')).toBe('-1200');
  // It is the 9th in New York: 20 of 29 days, each price rounded for itself: 828, 621 and 483.
  expect(await unsubscribe(3, 'using')).toBe('-828');
  expect(await balanceOf(under, last)).toMatchObject({ balance: 96_028n });
  expect(await profitOf('agent')).toEqual([1_000 - 200 - 138, 0]);
  expect(await profitOf('subagent')).toEqual([1_500 - 300 - 207, 0]);
});

test('29 February: a cycle bought that day ends on the 27th; given back in March, its profit is taken from what is frozen', async () => {
  await until(at('2028-02-29T12:00'));
  expect(await recordsOf(1)).toEqual([['2028-01-31T10:00', '2028-03-01T00:00', using]]);
  await buy(1, fromStart);
  await buy(2, cycle, CYCLE_27);
  expect((await recordsOf(1)).at(-1)).toEqual(['2028-03-01T00:00', '2028-03-31T00:00', unused]);
  expect((await recordsOf(2)).at(-1)).toEqual(['2028-02-29T12:00', '2028-03-27T00:00', using]);
  expect(await balanceOf(under, last)).toMatchObject({ balance: 93_628n });
  await until(at('2028-03-05T09:00'));
  // 21 of 27 days: 933, 700 and 544.
  expect(await unsubscribe(2, 'using')).toBe('-933');
  expect(await balanceOf(under, last)).toMatchObject({ balance: 94_561n });
  expect(await profitOf('agent')).toEqual([662, 400 - 156]);
  expect(await profitOf('subagent')).toEqual([993, 600 - 233]);
});

test('over the change of the clocks in New York a month ends at its midnight; after three months every figure is what was sold', async () => {
  await until(at('2028-03-10T12:00'));
  await buy(3, calendar, NEW_YORK);
  expect((await recordsOf(3)).at(-1)).toEqual(['2028-03-10T12:00', '2028-04-01T12:00', using]);
  await until(at('2028-04-30T12:00'));
  expect(await profitOf('agent')).toEqual([1_106, 0]);
  expect(await profitOf('subagent')).toEqual([1_660, 0]);
  const months = async (account: 'agent' | 'subagent') => {
    const who = await as(account);
    const report = await who.ask(readProfitReport, { query: { from: '2028-01-01', to: '2028-04-30', by: 'month' } });
    return report.currencies[0]?.rows.map(({ key, sales, net }) => [key, sales, Number(net)]);
  };
  expect(await months('agent')).toEqual([
    ['2028-01', 5, 1_000],
    ['2028-02', 2, 62],
    ['2028-03', 1, 44],
  ]);
  expect(await months('subagent')).toEqual([
    ['2028-01', 5, 1_500],
    ['2028-02', 2, 93],
    ['2028-03', 1, 67],
  ]);
  expect(await balanceOf(under, last)).toMatchObject({ balance: 93_361n, frozen: 0n });
  // Eight times 700 less 700, 483 and 544 that were given back.
  const { balance } = await under.db
    .selectFrom('ledger.account')
    .select('balance')
    .where('kind', '=', 'revenue')
    .where('currency', '=', 'CNY')
    .executeTakeFirstOrThrow();
  expect(Number(balance)).toBe(3_873);
  // What was paid is what all levels have.
  expect(3_873 + 1_106 + 1_660).toBe(100_000 - 93_361);
  const admin = await as('admin');
  for (const [from, to] of [
    ['2028-01-31T00:00:00+08:00', '2028-03-01T00:00:00+08:00'],
    ['2028-03-01T00:00:00+08:00', '2028-04-30T00:00:00+08:00'],
  ] as const) {
    const { accounts } = await admin.ask(reconcileConsumption, { query: { customerId: last, from, to } });
    expect(accounts.length).toBeGreaterThan(0);
    expect(accounts.every(({ isRight }) => isRight)).toBe(true);
  }
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
