import { listChannelOrders } from '@cardinal/contract/api/channelStatements/channelOrders.ts';
import {
  channelPackages,
  createChannelOrders,
  listChannelDifferences,
  settleChannelDifferences,
} from '@cardinal/contract/api/channelStatements/differences.ts';
import * as statements from '@cardinal/contract/api/channelStatements/statements.ts';
import type { ChannelDifferenceKind } from '@cardinal/contract/enumerations/channelStatement.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { channelStatementsUnderTest, type ShopRow } from '@cardinal/testing/channelStatementsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { balanceOf } from '@cardinal/testing/ordersUnderTest.ts';
import { rowsOfSheet } from '@cardinal/testing/sheets.ts';
import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { HOSTILE_SHEETS } from '../../sheets/hostileSheets.ts';
import { verifyLedger } from '../ledger/face.ts';
import { checkStatement } from './importing/statementKind.ts';

const under = await forThisFile(cardsUnderTest());
const { seller, packageId, newCards, redeem, settle, upload, read, apply, open } =
  await channelStatementsUnderTest(under);
const [rival, buyer, operator] = [await under.as('rival'), await under.as('enterprise'), await under.as('operator')];
const REASON = '已与渠道核实';

const settleAs = (ids: readonly string[], decision: 'refund' | 'accept' | 'explain', who = seller) =>
  who.call(settleChannelDifferences, { body: { ids: [...ids], decision, reason: REASON } });
const create = (ids: readonly string[], given: { packageId?: string } = {}, who = seller) =>
  who.call(createChannelOrders, { body: { ids: [...ids], packageId, reason: REASON, ...given } });
const sums = async () => (await seller.ask(listChannelOrders, { query: { salesPlatform: [1], pageSize: 10 } })).summary;
const kinds = async () => (await open(seller)).map(({ kind }) => kind).sort();
const idsOf = async (kind: ChannelDifferenceKind) =>
  (await open(seller)).filter((row) => row.kind === kind).map(({ id }) => id);

let lot = 0;
/** Redeemed orders of the shop with the rows that agree with them. */
async function sold(count: number): Promise<ShopRow[]> {
  lot += 1;
  const of = lot;
  const made = await redeem(count, (n) => `XM${of}-${n}`);
  await settle();
  return made.map(({ n }) => ({ no: `XM${of}-${n}`, n }));
}
const applied = async (rows: readonly ShopRow[]) => {
  const id = await upload(seller, rows);
  expect(await apply(seller, id)).toMatchObject({ code: '200' });
  return read(seller, id);
};

test('a statement of 100 rows of which 2 are missing here and 1 amount differs: 3 differences; fixed, the sums are the same', {
  timeout: 300_000,
}, async () => {
  const rows = await sold(98);
  const missing = await newCards(2);
  const all: ShopRow[] = [
    ...rows.map((row, at) => (at === 7 ? { ...row, settlement: '8.80' } : row)),
    ...missing.map((n) => ({ no: `XM-missing-${n}`, n })),
  ];
  const id = await upload(seller, all);
  expect(await read(seller, id)).toMatchObject({
    state: 'waiting',
    rows: 100,
    good: 100,
    fresh: 100,
    bad: 0,
    settled: '89980',
    currency: 'CNY',
  });
  // The check changes nothing.
  expect(await open(seller)).toEqual([]);
  expect(await apply(seller, id)).toMatchObject({ code: '200' });
  expect(await apply(seller, id)).toMatchObject({ code: '4092230' });
  expect(await read(seller, id)).toMatchObject({ state: 'done', imported: 100, differences: 3 });
  expect(await kinds()).toEqual(['amount', 'missingHere', 'missingHere']);
  const { summary: figures } = await seller.ask(listChannelDifferences, { query: {} });
  expect(figures).toMatchObject({ open: 3, gaps: [{ currency: 'CNY', gap: String(900 + 900 - 20) }] });
  expect(await sums()).toMatchObject({ orders: 98, differences: 3, settled: [{ ours: '88200', theirs: '89980' }] });

  // The same statement again changes nothing.
  const again = await upload(seller, all);
  expect(await read(seller, again)).toMatchObject({ good: 0, already: 100, bad: 0 });
  expect(await apply(seller, again)).toMatchObject({ code: '200' });
  expect(await kinds()).toEqual(['amount', 'missingHere', 'missingHere']);
  expect((await seller.ask(listChannelDifferences, { query: {} })).total).toBe(3);

  const before = { seller: await balanceOf(under, '10'), buyer: await balanceOf(under, '12') };
  expect(await seller.ask(channelPackages, { query: {} })).toContainEqual(expect.objectContaining({ id: packageId }));
  expect(await create(await idsOf('missingHere'))).toMatchObject({ data: { created: 2 } });
  expect(await settleAs(await idsOf('amount'), 'accept')).toMatchObject({ data: { accepted: 1 } });
  await settle();
  expect(await open(seller)).toEqual([]);
  expect(await sums()).toMatchObject({ orders: 100, delivered: 100, settled: [{ ours: '89980', theirs: '89980' }] });
  // The seller pays what it owes for two, and returns what the shop paid too much.
  expect((await balanceOf(under, '10')).balance).toBe(before.seller.balance - 1_600n - 20n);
  expect((await balanceOf(under, '12')).balance).toBe(before.buyer.balance + 20n);
  expect(await verifyLedger(under.ctx)).toEqual([]);
  const decided = (await seller.ask(listChannelDifferences, { query: { decision: ['created'] } })).list;
  expect(decided).toMatchObject([
    { reason: REASON, decidedBy: 'agent', orderNo: expect.any(String) },
    { reason: REASON, decidedBy: 'agent', orderNo: expect.any(String) },
  ]);
  // A row of the list for each order, which names both numbers.
  const { list } = await seller.ask(listChannelOrders, { query: { theirOrderNo: [`XM-missing-${missing[0]}`] } });
  expect(list).toMatchObject([
    {
      iccid: iccid(missing[0] as number),
      settlementPrice: '900',
      theirPrice: '1200',
      commission: '300',
      difference: null,
      codeNo: null,
    },
  ]);
});

test('each row is refused at its column; the wrong ones are taken back without redeem codes', async () => {
  const [n = 0] = await newCards(1);
  const id = await upload(seller, [
    { no: 'W-1', n, at: '2026/2/30 10:00' },
    { no: 'W-2', n, amount: '12.005' },
    { no: 'W-3', n, settlement: '12.01' },
    { no: 'W-4', n, commission: '2.99' },
    { no: 'W-5', n, state: '处理中' },
    { no: 'W-6' },
    { no: 'W-7', code: 'SHORT' },
    { no: '', n },
    { no: 'W-9', code: 'ABCD-1234-EFGH-5678', settlement: 'x' },
    { no: 'W-10', n },
    { no: 'W-10', n },
  ]);
  const { badRows, good, bad } = await read(seller, id);
  expect([good, bad]).toEqual([1, 10]);
  expect(badRows.map(({ rowNumber, words }) => [rowNumber, words])).toEqual([
    [2, '下单时间应为 YYYY-MM-DD HH:mm:ss，如 2026-11-01 10:30:00'],
    [3, '订单金额不是有效的金额'],
    [4, '结算金额大于订单金额'],
    [5, '结算金额加佣金不等于订单金额'],
    [6, '状态应为已支付、已退款或已关闭'],
    [7, 'ICCID 和兑换码至少填一个'],
    [8, '兑换码格式不正确'],
    [9, '缺少对方订单号'],
    [10, '结算金额不是有效的金额'],
    [12, '与第 11 行的对方订单号重复'],
  ]);
  const answer = await under.app.http.inject({
    url: `${statements.wrongChannelStatementRows.path}?channelStatementId=${id}`,
    headers: { authorization: seller.token ?? '' },
  });
  const sheet = await rowsOfSheet(answer.rawPayload);
  expect(sheet[0]?.slice(-2)).toEqual(['原行号', '错误原因']);
  expect(sheet).toHaveLength(11);
  expect(JSON.stringify(sheet)).not.toContain('5678');
  const kept = JSON.stringify(await under.db.selectFrom('channel_statements.import_row').selectAll().execute());
  expect(kept).not.toContain('ABCD-1234-EFGH-5678');
  expect(await seller.call(statements.cancelChannelStatement, { body: { channelStatementId: id } })).toMatchObject({
    code: '200',
  });
});

test('a period is refused at its field; an old xls is read like an xlsx, and its times are China’s', async () => {
  const today = dayText(under.clock.now());
  const sheet = utils.aoa_to_sheet([
    ['Order number', 'Paid at', 'ICCID', 'Amount', 'Settlement', 'Status'],
    ['XLS-1', `${today} 00:30`, iccid((await newCards(1))[0] as number), '12.00', '9.00', 'Paid'],
  ]);
  const content = write({ SheetNames: ['a'], Sheets: { a: sheet } }, { type: 'buffer', bookType: 'biff8' }) as Buffer;
  const send = (periodFrom: string, periodTo: string) =>
    seller.call(statements.uploadChannelStatement, {
      body: { salesPlatform: 2, periodFrom, periodTo },
      file: { name: 'kudian.xls', content },
    });
  for (const [from, to, field] of [
    [today, '2099-01-01', 'periodTo'],
    [today, '2026-01-01', 'periodTo'],
    ['2026-01-01', today, 'periodFrom'],
  ] as const)
    expect(await send(from, to)).toMatchObject({ status: 422, data: { errors: [{ field }] } });
  const { data } = await send(today, today);
  await checkStatement.run(under.ctx, { batchId: data.batchId }, new AbortController().signal);
  expect(await read(seller, data.batchId)).toMatchObject({ good: 1, salesPlatform: 2 });
  await apply(seller, data.batchId);
  const [row] = (await seller.ask(listChannelDifferences, { query: { theirOrderNo: ['XLS-1'] } })).list;
  expect(row).toMatchObject({ kind: 'missingHere', orderedAt: new Date(`${today}T00:30:00+08:00`).toISOString() });
  await settleAs([row?.id ?? ''], 'explain');
});

test('their refund: what is unused is unsubscribed, what was used is booked as a loss, to the cent', async () => {
  // Two codes on one card: the second package waits behind the first.
  const [first] = await sold(1);
  const [other] = await sold(1);
  if (!first || !other) throw new Error('nothing sold');
  await applied([first, other]);
  await under.db
    .updateTable('orders.package_usage')
    .set({ state: 0, starts_at: new Date(under.clock.now().getTime() + 86_400_000) })
    .where('iccid', '=', iccid(other.n ?? 0))
    .execute();
  const before = { seller: await balanceOf(under, '10'), buyer: await balanceOf(under, '12') };
  // A corrected statement: both were refunded.
  await applied([
    { ...first, state: '已退款' },
    { ...other, state: '已退款' },
  ]);
  expect(await kinds()).toEqual(['state', 'state']);
  expect(await create(await idsOf('state'))).toMatchObject({ code: '4092232' });
  expect(await settleAs(await idsOf('state'), 'accept')).toMatchObject({ code: '4092232' });
  const done = await settleAs(await idsOf('state'), 'refund');
  expect(done).toMatchObject({ data: { unsubscribed: 1, lost: 1 } });
  await settle();
  expect(await open(seller)).toEqual([]);
  // Both prices are the buyer's again; of the loss the seller alone gave it.
  expect((await balanceOf(under, '12')).balance).toBe(before.buyer.balance + 1_800n);
  expect((await balanceOf(under, '10')).balance).toBeLessThanOrEqual(before.seller.balance - 900n);
  const [lost] = (await seller.ask(listChannelDifferences, { query: { decision: ['lost'] } })).list;
  const legs = await under.db
    .selectFrom('ledger.transaction')
    .select(['kind', 'remark'])
    .where('business_key', '=', `channel:${lost?.number}`)
    .execute();
  expect(legs).toEqual([{ kind: 'refund', remark: REASON }]);
  const { settled } = await sums();
  expect(settled[0]?.ours).toBe(settled[0]?.theirs);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('what they do not list is missing there, and what is of an unknown card is kept as such', async () => {
  const [row] = await sold(1);
  await redeem(1, () => undefined);
  await settle();
  await applied([{ no: 'XM-unknown', n: 9_999_999 }]);
  expect(await kinds()).toEqual(['iccidUnknown', 'missingThere', 'missingThere']);
  expect(await create(await idsOf('iccidUnknown'))).toMatchObject({ code: '4092232' });
  // A later statement names one of them, and it solves itself.
  await applied([row as ShopRow]);
  expect(await kinds()).toEqual(['iccidUnknown', 'missingThere']);
  expect(
    (await seller.ask(listChannelDifferences, { query: { decision: ['solved'], theirOrderNo: [row?.no ?? ''] } }))
      .total,
  ).toBe(1);
  const rest = (await open(seller)).map(({ id }) => id);
  expect(await settleAs(rest, 'explain')).toMatchObject({ data: { explained: 2 } });
  expect(await settleAs(rest, 'explain')).toMatchObject({ code: '4092231' });
  // What was explained stays so while its figures do.
  await applied([{ no: 'XM-unknown-2', n: 9_999_998 }]);
  expect(await kinds()).toEqual(['iccidUnknown']);
  await settleAs(await idsOf('iccidUnknown'), 'explain');
});

test('a redeem code in a statement finds its order by its hash', async () => {
  const [made] = await redeem(1, () => undefined);
  await settle();
  await applied([{ no: 'XM-by-code', code: made?.code ?? '' }]);
  expect(await open(seller)).toEqual([]);
  const { list } = await seller.ask(listChannelOrders, { query: { theirOrderNo: ['XM-by-code'] } });
  expect(list).toMatchObject([{ iccid: iccid(made?.n ?? 0), difference: null, theirSettlement: '900' }]);
  expect(JSON.stringify(await under.db.selectFrom('channel_statements.line').selectAll().execute())).not.toContain(
    made?.code,
  );
});

test('two at once: one decision counts, and an order is created once', async () => {
  const [n = 0] = await newCards(1);
  await applied([{ no: `XM-race-${n}`, n }]);
  const ids = await idsOf('missingHere');
  const codes = (await Promise.all([create(ids), create(ids), settleAs(ids, 'explain')])).map(({ code }) => code);
  // Whoever would wait too long for the first is told to try again.
  expect(codes.filter((code) => code === '200')).toHaveLength(1);
  expect(['4092231', '5030001']).toEqual(expect.arrayContaining(codes.filter((code) => code !== '200')));
  await settle();
  const made = await under.db
    .selectFrom('group_buys.channel_order')
    .select('order_id')
    .where('their_order_no', '=', `XM-race-${n}`)
    .execute();
  expect(made.length).toBeLessThanOrEqual(1);
});

test('a card that cannot take the package refuses the creation; one that fails later opens a difference again', async () => {
  const [n = 0] = await newCards(1);
  await applied([{ no: `XM-off-${n}`, n }]);
  const ids = await idsOf('missingHere');
  expect(await create(ids, { packageId: '999' })).toMatchObject({ code: '4091822' });
  const change = (carrier_status: string) =>
    under.db.updateTable('cards.card').set({ carrier_status }).where('iccid', '=', iccid(n)).execute();
  await change('RETIRED');
  expect(await create(ids)).toMatchObject({ code: '4092233' });
  await change('ACTIVATED');
  expect(await create(ids)).toMatchObject({ code: '200' });
  await change('RETIRED');
  await settle();
  expect(await open(seller)).toMatchObject([{ kind: 'state', theirState: 'paid', ourState: 'closed' }]);
  await change('ACTIVATED');
  expect(await create(await idsOf('state'))).toMatchObject({ code: '200' });
  await settle();
  expect(await open(seller)).toEqual([]);
});

test('nobody else sees a statement or decides about it, neither beside nor above nor below', async () => {
  const [n = 0] = await newCards(1);
  const id = await upload(seller, [{ no: `XM-own-${n}`, n }]);
  for (const who of [rival, operator, buyer]) {
    expect(await who.call(statements.readChannelStatement, { query: { channelStatementId: id } })).toMatchObject({
      code: '4042230',
    });
    expect(await apply(who, id)).toMatchObject({ code: '4042230' });
  }
  await apply(seller, id);
  const ids = await idsOf('missingHere');
  for (const who of [rival, operator, buyer]) {
    expect(await settleAs(ids, 'explain', who)).toMatchObject({ code: '4042231' });
    expect(await create(ids, {}, who)).toMatchObject({ code: '4042231' });
    expect((await who.ask(statements.listChannelStatements, { query: {} })).total).toBe(0);
    expect((await who.ask(listChannelDifferences, { query: {} })).total).toBe(0);
  }
  await settleAs(ids, 'explain');
});

test('a hostile sheet is refused in words, at its file or after the check, and changes nothing', async () => {
  const today = dayText(under.clock.now());
  const lines = await under.db.selectFrom('channel_statements.line').select('id').execute();
  for (const hostile of HOSTILE_SHEETS.filter((_, at) => at % 4 === 0)) {
    const sent = await seller.call(statements.uploadChannelStatement, {
      body: { salesPlatform: 1, periodFrom: today, periodTo: today },
      file: { name: hostile.fileName, content: hostile.bytes() },
    });
    if (sent.code !== '200') {
      expect(sent.data, hostile.about).toMatchObject({ errors: [{ field: 'file' }] });
      continue;
    }
    await checkStatement.run(under.ctx, { batchId: sent.data.batchId }, new AbortController().signal);
    const { state, failure } = await read(seller, sent.data.batchId);
    expect([hostile.about, state]).toEqual([hostile.about, 'failed']);
    expect(failure).toMatch(/[\u4e00-\u9fff]{4}/);
  }
  expect(await under.db.selectFrom('channel_statements.line').select('id').execute()).toHaveLength(lines.length);
});

test('a statement counts what it covers, not what stays open of the day before', async () => {
  const [mine] = (await sold(1)) as [ShopRow];
  const other = await sold(1);
  const before = await applied(other);
  const order = await under.db
    .selectFrom('group_buys.channel_order')
    .select(['id', 'created_at'])
    .where('their_order_no', '=', mine.no)
    .executeTakeFirstOrThrow();
  const dayBefore = new Date(order.created_at.getTime() - DAY_MS);
  // As if both were of yesterday: the order stays in no statement.
  await under.db
    .updateTable('channel_statements.import_batch')
    .set({ period_from: dayText(dayBefore) })
    .where('id', '=', before.id)
    .execute();
  await under.db
    .updateTable('group_buys.channel_order')
    .set({ created_at: dayBefore })
    .where('id', '=', order.id)
    .execute();
  const open = await idsOf('missingThere');
  const today = await applied(await sold(1));
  expect((await idsOf('missingThere')).length).toBe(open.length);
  expect(before.differences - today.differences).toBe(1);
});
