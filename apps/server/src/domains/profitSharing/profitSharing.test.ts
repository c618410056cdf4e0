import { spendProfit } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { listProfitEntries, releaseProfitEarly } from '@cardinal/contract/api/profitSharing/entries.ts';
import { readProfitOverview } from '@cardinal/contract/api/profitSharing/overview.ts';
import { readProfitReport } from '@cardinal/contract/api/profitSharing/report.ts';
import { readReleaseRule, setReleaseRule } from '@cardinal/contract/api/profitSharing/rules.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { money } from '@cardinal/primitives/money.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { addCards, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { balanceOf, fund, order, ordersWorkOff, sellPackage, unsubscribe } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { setCredit, verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { releaseProfit } from './entries/releaseProfit.ts';

const DAY_MS = 86_400_000;
const under = await forThisFile(cardsUnderTest());
// 1 platform, 10 agent, 11 agent below it; 20 is another tree.
const sold = await sellPackage(under, { 1: 500, 10: 800, 11: 1_000 });
await fund(under, '11', 50_000);
let n = 0;
async function newCards(count: number, customerId = '11'): Promise<number[]> {
  const numbers = Array.from({ length: count }, () => (n += 1));
  await addCards(
    under,
    numbers.map((each) => ({ n: each, customerId })),
  );
  return numbers;
}
const buy = async (numbers: readonly number[], given = {}) =>
  ordersWorkOff(under, await order(under, sold, '11', numbers, given));
const entriesOf = (customerId: string) =>
  under.db.selectFrom('profit_sharing.entry').selectAll().where('customer_id', '=', customerId).orderBy('id').execute();
const profitOf = async (customerId: string) => {
  // Frozen profit is counted when postings are folded.
  await foldPostings(under.ctx);
  const rows = await under.db
    .selectFrom('ledger.account')
    .select(['kind', 'balance'])
    .where('owner_id', '=', customerId)
    .execute();
  const of = (kind: string) => BigInt(rows.find((row) => row.kind === kind)?.balance ?? 0);
  return { profit: of('profit'), frozen: of('profitFrozen') };
};
/** What is frozen of the entries is what the ledger has frozen; nothing else of the ledger is wrong. */
async function isTrue(): Promise<void> {
  for (const id of ['10', '11']) {
    const frozen = (await entriesOf(id))
      .filter(({ kind, state }) => kind === 'sale' && state === 'frozen')
      .reduce((sum, entry) => sum + BigInt(entry.amount) - BigInt(entry.reversed), 0n);
    expect((await profitOf(id)).frozen).toBe(frozen);
  }
  expect(await verifyLedger(under.ctx)).toEqual([]);
}

test('a margin is frozen with the sale and released once, at its midnight in China, by several runs at once', async () => {
  await buy(await newCards(3));
  expect(await profitOf('10')).toEqual({ profit: 0n, frozen: 600n });
  expect(await entriesOf('10')).toHaveLength(3);
  expect(await releaseProfit(under.ctx)).toBe(0);
  await isTrue();
  under.clock.advance(7 * DAY_MS + 16 * 3_600_000);
  await Promise.all([1, 2, 3].map(() => releaseProfit(under.ctx)));
  expect(await profitOf('10')).toEqual({ profit: 600n, frozen: 0n });
  expect(await releaseProfit(under.ctx)).toBe(0);
  await isTrue();
});

test('what is given back is taken from where it lies; what was spent before falls below zero and blocks its use', async () => {
  const [first] = await newCards(1);
  await buy([first as number]);
  // Frozen: the entry is reversed whole.
  await ordersWorkOff(under, await unsubscribe(under, '11', [first as number], { usages: 'all' }));
  const frozen = (await entriesOf('10')).slice(-2);
  expect(frozen.map(({ kind }) => kind)).toEqual(['sale', 'reversal']);
  await isTrue();
  await buy([first as number], { effectiveType: 1 });
  under.clock.advance(9 * DAY_MS);
  await releaseProfit(under.ctx);
  const before = (await profitOf('10')).profit;
  const later = await under.anew('agent');
  await later.ask(spendProfit, { body: { currency: 'CNY', amount: (Number(before) / 100).toFixed(2) } });
  await ordersWorkOff(under, await unsubscribe(under, '11', [first as number], { usages: 'all' }));
  const { profit } = await profitOf('10');
  expect(profit < 0n).toBe(true);
  await isTrue();
  const refused = await later.call(spendProfit, { body: { currency: 'CNY', amount: '0.01' } });
  expect([refused.code, refused.message]).toEqual(['4091674', '可提现余额不足，当前可用 0.00 CNY']);
});

test('twenty uses of the last cent at once: one, and nothing below zero', async () => {
  for (let n = 0; n < 2; n += 1) await buy(await newCards(5));
  under.clock.advance(9 * DAY_MS);
  await releaseProfit(under.ctx);
  const { profit } = await profitOf('10');
  const later = await under.anew('agent');
  const before = (await balanceOf(under, '10')).balance;
  const body = { currency: 'CNY' as const, amount: (Number(profit) / 100).toFixed(2) };
  const answers = await Promise.all(Array.from({ length: 20 }, () => later.call(spendProfit, { body })));
  expect(answers.filter(({ code }) => code === '200')).toHaveLength(1);
  expect(await profitOf('10')).toMatchObject({ profit: 0n });
  expect((await balanceOf(under, '10')).balance - before).toBe(profit);
  await isTrue();
});

test('sold on credit it waits until the payer is back where it was, unless the platform decides otherwise', async () => {
  await under.ctx.transact((inside) => setCredit(inside, '10', money(100_000n, 'CNY')));
  await under.ctx.transact((inside) => setCredit(inside, '11', money(50_000n, 'CNY')));
  const { balance } = await balanceOf(under, '11');
  const cards = await newCards(Math.ceil(Number(balance) / 1_000) + 2);
  await buy(cards);
  expect((await balanceOf(under, '11')).balance < 0n).toBe(true);
  under.clock.advance(9 * DAY_MS);
  await releaseProfit(under.ctx);
  expect((await entriesOf('10')).filter(({ state }) => state === 'frozen')).toHaveLength(cards.length);
  const fresh = await under.anew('admin');
  const waiting = (await fresh.ask(listProfitEntries, { query: { state: ['frozen'], pageSize: 100 } })).list;
  expect(waiting.every(({ waitsForPayer }) => waitsForPayer)).toBe(true);
  const one = waiting[0] as (typeof waiting)[number];
  expect(await fresh.ask(releaseProfitEarly, { body: { ids: [one.id], reason: '客户申请' } })).toEqual({ entries: 1 });
  await releaseProfit(under.ctx);
  expect((await entriesOf('10')).find(({ id }) => id === one.id)?.state).toBe('released');
  await isTrue();
  await fund(under, '11', 100_000);
  under.clock.advance(3_600_000);
  await releaseProfit(under.ctx);
  expect((await entriesOf('10')).some(({ state }) => state === 'frozen')).toBe(false);
  await isTrue();
});

test('a rule is set by those above, concerns what is earned from then on, and is refused at its field', async () => {
  const [above, beside, self] = [await under.anew('agent'), await under.anew('rival'), await under.anew('subagent')];
  expect(await above.ask(readReleaseRule, { query: { customerId: '11' } })).toMatchObject({
    rule: 'afterDays',
    days: 7,
    isDefault: true,
  });
  const wrong = await above.call(setReleaseRule, { body: { customerId: '11', rule: 'afterDays', days: 0 } });
  expect((wrong.data as unknown as { errors: object[] }).errors).toMatchObject([{ field: 'days' }]);
  expect((await beside.call(setReleaseRule, { body: { customerId: '11', rule: 'daily', days: 0 } })).code).toBe(
    '4040001',
  );
  expect((await self.call(setReleaseRule, { body: { customerId: '11', rule: 'daily', days: 0 } })).code).not.toBe(
    '200',
  );
  const platform = await under.anew('admin');
  await platform.ask(setReleaseRule, { body: { customerId: '10', rule: 'realTime', days: 0 } });
  await buy(await newCards(1));
  const before = await profitOf('10');
  await releaseProfit(under.ctx);
  expect((await profitOf('10')).profit - before.profit).toBe(200n);
  await isTrue();
});

test('overview, details and report say the same, to the cent, as the ledger; nobody reads another’s', async () => {
  const who = await under.anew('agent');
  const overview = (await who.ask(readProfitOverview, {})).currencies.find(({ currency }) => currency === 'CNY');
  const held = await profitOf('10');
  expect(overview).toMatchObject({ profit: String(held.profit), frozen: String(held.frozen) });
  const { summary } = await who.ask(listProfitEntries, {});
  const entries = await entriesOf('10');
  const net = entries.reduce((sum, entry) => sum + BigInt(entry.amount), 0n);
  expect(summary.sums).toMatchObject([{ currency: 'CNY', net: String(net), frozen: String(held.frozen) }]);
  const [from, to] = ['2026-11-01', dayText(under.clock.now())];
  for (const by of ['month', 'package', 'buyer', 'platform', 'source'] as const) {
    const report = await who.ask(readProfitReport, { query: { from, to, by } });
    expect(report.currencies.map((each) => each.total.net)).toEqual([String(net)]);
    const rows = report.currencies[0]?.rows ?? [];
    expect(rows.reduce((sum, row) => sum + BigInt(row.net), 0n)).toBe(net);
  }
  const beside = await under.anew('rival');
  expect((await beside.ask(listProfitEntries, {})).list).toEqual([]);
  expect((await beside.call(readProfitOverview, { query: { customerId: '10' } })).code).toBe('4040001');
  // What an agent below earns is its own.
  expect((await who.call(readProfitOverview, { query: { customerId: '11' } })).code).toBe('4040001');
  expect(
    (await who.ask(listProfitEntries, { query: { iccid: [iccid(1)] } })).list.map((row) => row.customerId),
  ).toEqual(['10']);
  const long = await who.call(readProfitReport, { query: { from: '2024-01-01', to, by: 'month' } });
  expect(long.code).not.toBe('200');
});

test('what a site lists not is named as such, so that its details and what it does not list are all that was earned', async () => {
  const who = await under.anew('agent');
  const raw = { headers: { host: 'unicom.localhost' } };
  const [first] = (await entriesOf('10')).filter(({ kind }) => kind === 'sale').slice(-1);
  await under.db
    .updateTable('profit_sharing.entry')
    .set({ platform: Platform.values.Dx })
    .where('id', '=', first?.id ?? '')
    .execute();
  const net = (await entriesOf('10')).reduce((sum, entry) => sum + BigInt(entry.amount), 0n);
  const { summary } = await who.ask(listProfitEntries, { raw });
  const listed = summary.sums.reduce((sum, each) => sum + BigInt(each.net), 0n);
  expect(listed).toBe(net - BigInt(first?.amount ?? 0));
  const query = { from: '2026-11-01', to: dayText(under.clock.now()), by: 'platform' as const };
  const [report] = (await who.ask(readProfitReport, { query, raw })).currencies;
  expect(report).toMatchObject({ unlisted: first?.amount, total: { net: String(net) } });
  expect(report?.rows.find(({ key }) => key === '')).toMatchObject({ name: '未列出的运营商', net: first?.amount });
  const [overview] = (await who.ask(readProfitOverview, { raw })).currencies;
  expect(overview?.unlisted).toBe(first?.amount);
  expect((await who.ask(readProfitReport, { query })).currencies[0]?.unlisted).toBe('0');
});
