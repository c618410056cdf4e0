import {
  listConsumption,
  readConsumptionSummary,
  readTransaction,
  reconcileConsumption,
} from '@cardinal/contract/api/customerAccounts/statement.ts';
import { readOwnMoney } from '@cardinal/contract/api/customerAccounts/terms.ts';
import { ConsumeType } from '@cardinal/contract/enumerations/payment.ts';
import { money } from '@cardinal/primitives/money.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { ofCustomer, openAccount, post, requirePosted } from '../../ledger/face.ts';
import { seedDemo } from '../demo.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
await it.app.asSystem('demo', seedDemo);
const [admin, agent, subagent, enterprise, rival] = await Promise.all(
  ['admin', 'agent', 'subagent', 'enterprise', 'rival'].map((name) => it.as(name)),
);
if (!admin || !agent || !subagent || !enterprise || !rival) throw new Error('Not signed in');

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(it.clock.now().getTime() - days * DAY_MS).toISOString();
const PERIOD = { from: daysAgo(60), to: daysAgo(-1) };
const within = { atFrom: PERIOD.from, atTo: PERIOD.to };

/** The done-when of the screen: an order of ten cards, one of them refunded, and a recharge. */
const bought = await it.app.asSystem('test', async (ctx) => {
  const buyer = await openAccount(ctx, ofCustomer('12', 'CNY', 'balance'));
  const profit = await openAccount(ctx, ofCustomer('10', 'CNY', 'profitFrozen'));
  const ofPlatform = (kind: 'clearing' | 'revenue') =>
    openAccount(ctx, { owner: 'platform', ownerId: '1', customerId: '1', currency: 'CNY', kind });
  const [clearing, revenue] = [await ofPlatform('clearing'), await ofPlatform('revenue')];
  const paid = [
    { account: clearing, amount: money(-50_000n) },
    { account: buyer, amount: money(50_000n) },
  ];
  requirePosted(await post(ctx, { key: 'test:recharge', kind: 'recharge' }, paid));
  const about = { businessNo: 'TEST-ORDER', consumeType: ConsumeType.values.platformPackage };
  const sale = requirePosted(
    await post(ctx, { key: 'test:sale', kind: 'sale', ...about }, [
      { account: buyer, amount: money(-10_000n) },
      { account: profit, amount: money(2_000n) },
      { account: revenue, amount: money(8_000n) },
    ]),
  );
  const back = [
    { account: buyer, amount: money(1_000n) },
    { account: profit, amount: money(-200n) },
    { account: revenue, amount: money(-800n) },
  ];
  requirePosted(await post(ctx, { key: 'test:refund', kind: 'refund', ...about }, back));
  return sale.transactionId;
});

describe('consumption records', () => {
  test('an order, its refunded card and a recharge: opening + in − out = closing, here, in the account and reconciled', async () => {
    const from = new Date(it.clock.now().getTime() - 1_000).toISOString();
    const period = { from, to: daysAgo(-1) };
    const { list } = await enterprise.ask(listConsumption, { query: { atFrom: from, sort: '-at' } });
    expect(list.map(({ amount }) => amount).sort()).toEqual(['-10000', '1000', '50000']);
    expect(list.find(({ amount }) => amount === '1000')).toMatchObject({
      kind: 'refund',
      consumeType: ConsumeType.values.platformPackage,
      businessNo: 'TEST-ORDER',
    });
    const { sums } = await enterprise.ask(readConsumptionSummary, { query: { customerId: '12', ...period } });
    const [sum] = sums;
    expect(sum).toMatchObject({ currency: 'CNY', moneyIn: '51000', moneyOut: '10000' });
    expect(BigInt(sum?.opening ?? 0) + 51_000n - 10_000n).toBe(BigInt(sum?.closing ?? 0));
    expect((await enterprise.ask(readOwnMoney, {}))?.balance).toBe(sum?.closing);
    const checked = await agent.ask(reconcileConsumption, { query: { customerId: '12', ...period } });
    expect(checked.accounts).toMatchObject([
      { opening: sum?.opening, closing: sum?.closing, ledgerClosing: sum?.closing, postings: 3, isRight: true },
    ]);
  });

  test('of a whole period the pages together are the postings, and their sum the movement', async () => {
    const rows: { amount: string; currency: string }[] = [];
    for (let pageNum = 1; ; pageNum += 1) {
      const page = await admin.ask(listConsumption, { query: { ...within, pageNum, pageSize: 100 } });
      rows.push(...page.list);
      if (page.list.length < 100) break;
    }
    expect(rows.length).toBeGreaterThan(100);
    const { sums } = await admin.ask(readConsumptionSummary, { query: PERIOD });
    const { rows: held } = await sql<{ currency: string; balance: string; moved: string }>`
      select a.currency, sum(a.balance) as balance, (
        select sum(amount) from ledger.posting p join ledger.account o on o.id = p.account_id
        where o.owner_kind = 'customer' and o.kind = 'balance' and o.currency = a.currency and p.at >= ${PERIOD.from}) as moved
      from ledger.account a where owner_kind = 'customer' and kind = 'balance' group by 1`.execute(it.db);
    expect(sums.length).toBeGreaterThan(1);
    for (const sum of sums) {
      const shown = rows.filter(({ currency }) => currency === sum.currency);
      const moved = shown.reduce((total, { amount }) => total + BigInt(amount), 0n);
      expect(BigInt(sum.moneyIn) - BigInt(sum.moneyOut)).toBe(moved);
      const there = held.find(({ currency }) => currency === sum.currency);
      expect([there?.balance, there?.moved]).toEqual([sum.closing, String(moved)]);
      const byDay = sum.days.reduce((total, day) => total + BigInt(day.moneyIn) - BigInt(day.moneyOut), 0n);
      const byType = sum.types.reduce((total, type) => total - BigInt(type.spent), 0n);
      expect([byDay, byType]).toEqual([moved, moved]);
    }
  });

  test('are the same far behind the first page by its number as by cursor', async () => {
    await it.app.asSystem('test', async (ctx) => {
      const buyer = await openAccount(ctx, ofCustomer('11', 'CNY', 'balance'));
      const clearing = await openAccount(ctx, {
        owner: 'platform',
        ownerId: '1',
        customerId: '1',
        currency: 'CNY',
        kind: 'clearing',
      });
      for (let n = 0; n < 1_100; n += 1) {
        const paid = [
          { account: clearing, amount: money(-1n) },
          { account: buyer, amount: money(1n) },
        ];
        requirePosted(await post(ctx, { key: `test:far:${n}`, kind: 'recharge' }, paid));
      }
    });
    const query = { ...within, pageSize: 100 };
    const near = await subagent.ask(listConsumption, { query: { ...query, pageNum: 10 } });
    const far = await subagent.ask(listConsumption, { query: { ...query, pageNum: 11 } });
    expect(far.list).toHaveLength(100);
    expect(far.list).toEqual(
      (await subagent.ask(listConsumption, { query: { ...query, cursor: near.nextCursor ?? '' } })).list,
    );
  });

  test('are one’s own and those below: a foreign customer and its transactions read like none', async () => {
    const { list } = await agent.ask(listConsumption, { query: { pageSize: 200 } });
    const seen = new Set(list.map(({ customerId }) => customerId));
    for (const foreign of ['1', '3', '20']) expect(seen).not.toContain(foreign);
    expect((await rival.ask(listConsumption, { query: { customerId: ['12'] } })).total).toBe(0);
    for (const customerId of ['12', '987654321']) {
      expect((await rival.call(readConsumptionSummary, { query: { customerId, ...PERIOD } })).code).toBe('4040001');
      expect((await rival.call(reconcileConsumption, { query: { customerId, ...PERIOD } })).code).toBe('4040001');
    }
    for (const transactionId of [bought, '987654321'])
      expect((await rival.call(readTransaction, { query: { transactionId } })).code).toBe('4040001');
  });

  test('a transaction shows nobody a step above its own', async () => {
    const seenBy = async (caller: typeof agent) =>
      (await caller.ask(readTransaction, { query: { transactionId: bought } })).postings.map(({ kind }) => kind).sort();
    expect(await seenBy(enterprise)).toEqual(['balance']);
    expect(await seenBy(agent)).toEqual(['balance', 'profitFrozen']);
    expect(await seenBy(admin)).toEqual(['balance', 'profitFrozen', 'revenue']);
    expect((await subagent.call(readTransaction, { query: { transactionId: bought } })).status).toBe(404);
  });

  test('a transaction says what its business number is the number of', async () => {
    const { list } = await agent.ask(listConsumption, { query: { ...within, kind: ['transfer'] } as never });
    const transactionId = list[0]?.transactionId ?? '';
    const told = await agent.ask(readTransaction, { query: { transactionId } });
    expect([told.about, told.businessNo]).toEqual(['recharge', list[0]?.businessNo]);
    expect((await enterprise.ask(readTransaction, { query: { transactionId: bought } })).about).toBeNull();
  });

  test('are found by type, number, direction, amount and customer', async () => {
    const found = async (query: object) => (await agent.ask(listConsumption, { query: { ...within, ...query } })).list;
    expect((await found({ businessNo: ['TEST-ORDER'] })).map(({ amount }) => amount).sort()).toEqual([
      '-10000',
      '1000',
    ]);
    expect((await found({ direction: 'in' })).every(({ amount }) => BigInt(amount) > 0n)).toBe(true);
    expect((await found({ amountTo: '-10000' })).every(({ amount }) => BigInt(amount) <= -10_000n)).toBe(true);
    expect((await found({ under: '12' })).every(({ customerId }) => customerId === '12')).toBe(true);
    expect((await found({ consumeType: [10] })).every(({ consumeType }) => consumeType === 10)).toBe(true);
    const tooLong = { atFrom: daysAgo(200), atTo: daysAgo(0) };
    expect((await agent.call(listConsumption, { query: tooLong })).code).toBe('4000501');
  });

  test('reconciling names the first posting that differs', async () => {
    const owner = new pg.Client({ connectionString: it.ownerUrl });
    await owner.connect();
    const { rows } = await owner.query<{ account_id: string; seq: string }>(
      `select p.account_id, p.seq from ledger.posting p join ledger.account a on a.id = p.account_id
       where a.owner_id = 11 and a.kind = 'balance' order by p.seq desc limit 1`,
    );
    const { account_id, seq } = rows[0] ?? { account_id: '', seq: '' };
    const alter = (by: number) =>
      owner.query('update ledger.posting set balance = balance + $3 where account_id = $1 and seq = $2', [
        account_id,
        seq,
        by,
      ]);
    await alter(1);
    const checked = await agent.ask(reconcileConsumption, {
      query: { customerId: '11', from: daysAgo(85), to: daysAgo(0) },
    });
    expect(checked.accounts[0]).toMatchObject({ isRight: false, firstDiffering: { seq } });
    await alter(-1);
    await owner.end();
    const again = await agent.ask(reconcileConsumption, {
      query: { customerId: '11', from: daysAgo(85), to: daysAgo(0) },
    });
    expect(again.accounts[0]).toMatchObject({ isRight: true, firstDiffering: null });
  });
});
