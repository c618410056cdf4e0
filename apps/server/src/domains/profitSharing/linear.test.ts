import { listProfitEntries, releaseProfitEarly } from '@cardinal/contract/api/profitSharing/entries.ts';
import { readProfitOverview } from '@cardinal/contract/api/profitSharing/overview.ts';
import { readProfitReport } from '@cardinal/contract/api/profitSharing/report.ts';
import { setReleaseRule } from '@cardinal/contract/api/profitSharing/rules.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { addCards, cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { fund, order, ordersWorkOff, sellPackage, unsubscribe } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { releaseProfit } from './entries/releaseProfit.ts';

const DAY_MS = 86_400_000;
const under = await forThisFile(cardsUnderTest());
// The agent 10 earns 3.65 with each card of 11 below it.
const sold = await sellPackage(under, { 1: 500, 10: 800, 11: 1_165 });
await fund(under, '11', 50_000);
const admin = await under.anew('admin');
const MARGIN = 365n;
let n = 0;
async function buy(count: number): Promise<number[]> {
  const numbers = Array.from({ length: count }, () => (n += 1));
  await addCards(
    under,
    numbers.map((each) => ({ n: each, customerId: '11' })),
  );
  await ordersWorkOff(under, await order(under, sold, '11', numbers));
  return numbers;
}
const entries = () =>
  under.db.selectFrom('profit_sharing.entry').selectAll().where('customer_id', '=', '10').orderBy('id').execute();
async function held() {
  await foldPostings(under.ctx);
  const rows = await under.db
    .selectFrom('ledger.account')
    .select(['kind', 'balance'])
    .where('owner_id', '=', '10')
    .execute();
  const of = (kind: string) => BigInt(rows.find((row) => row.kind === kind)?.balance ?? 0);
  return { profit: of('profit'), frozen: of('profitFrozen') };
}
async function isTrue() {
  const { profit, frozen } = await held();
  const all = await entries();
  const left = all
    .filter(({ kind, state }) => kind === 'sale' && state === 'frozen')
    .reduce((sum, entry) => sum + BigInt(entry.amount) - BigInt(entry.reversed) - BigInt(entry.released), 0n);
  expect(frozen).toBe(left);
  expect(profit + frozen).toBe(all.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
  expect(await verifyLedger(under.ctx)).toEqual([]);
}
const pass = async (days: number) => {
  under.clock.advance(days * DAY_MS);
  await releaseProfit(under.ctx);
};
await admin.ask(setReleaseRule, { body: { customerId: '10', rule: 'linearByDay', days: 20 } });

test('is released a part each midnight of China, once, by several runs at once, and shown in the calendar', async () => {
  await buy(2);
  expect(await held()).toEqual({ profit: 0n, frozen: 2n * MARGIN });
  const who = await under.anew('agent');
  const drawn = (await who.ask(readProfitOverview, {})).currencies[0]?.releases ?? [];
  // 3.65 in twenty days: 0.18 or 0.19 a day and card; today is over.
  expect(drawn[0]?.amount).toBe('0');
  expect(drawn.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(2n * MARGIN);
  under.clock.advance(DAY_MS);
  await Promise.all([1, 2, 3].map(() => releaseProfit(under.ctx)));
  expect(await held()).toEqual({ profit: 36n, frozen: 2n * MARGIN - 36n });
  await isTrue();
  // Three days nobody looked: caught up at once.
  await pass(3);
  expect((await held()).profit).toBe(2n * ((MARGIN * 4n) / 20n));
  expect(await releaseProfit(under.ctx)).toBe(0);
  const later = await under.anew('agent');
  const { list, summary } = await later.ask(listProfitEntries, {});
  expect(list[0]).toMatchObject({ state: 'frozen', rule: 'linearByDay', released: '73' });
  expect(summary.sums[0]).toMatchObject({ released: '146', frozen: String(2n * MARGIN - 146n) });
  const [from, to] = ['2026-11-01', dayText(under.clock.now())];
  const report = await later.ask(readProfitReport, { query: { from, to, by: 'day', basis: 'released' } });
  expect(report.currencies[0]?.total).toMatchObject({ sales: 2, net: '146', reversed: '0' });
  expect(report.currencies[0]?.rows.map(({ net }) => net)).toEqual(['36', '110']);
  await pass(20);
  expect(await held()).toEqual({ profit: 2n * MARGIN, frozen: 0n });
  expect((await entries()).every(({ state }) => state === 'released')).toBe(true);
  await isTrue();
});

test('a refund takes what is frozen first, then what was released, and stops the rest', async () => {
  const before = await held();
  const [card] = await buy(1);
  await pass(8);
  expect((await held()).profit - before.profit).toBe(146n);
  await ordersWorkOff(under, await unsubscribe(under, '11', [card as number], { usages: 'all' }));
  const [sale, back] = (await entries()).slice(-2);
  const reversed = -BigInt(back?.amount ?? 0);
  expect(reversed > 0n).toBe(true);
  expect(BigInt(sale?.reversed ?? 0)).toBe(reversed);
  await isTrue();
  const after = await held();
  expect(after.profit + after.frozen - before.profit).toBe(MARGIN - reversed);
  await pass(20);
  expect(await held()).toEqual({ profit: before.profit + MARGIN - reversed, frozen: 0n });
  await isTrue();
});

test('released early, the rest comes at once; days are refused at their field', async () => {
  const before = await held();
  await buy(1);
  await pass(5);
  const entry = (await entries()).at(-1);
  const fresh = await under.anew('admin');
  await fresh.ask(releaseProfitEarly, { body: { ids: [entry?.id ?? ''], reason: '客户申请' } });
  await releaseProfit(under.ctx);
  expect(await held()).toEqual({ profit: before.profit + MARGIN, frozen: 0n });
  await isTrue();
  for (const days of [0, 1, 367]) {
    const wrong = await fresh.call(setReleaseRule, { body: { customerId: '10', rule: 'linearByDay', days } as never });
    expect((wrong.data as unknown as { errors: object[] }).errors).toMatchObject([{ field: 'days' }]);
  }
});
