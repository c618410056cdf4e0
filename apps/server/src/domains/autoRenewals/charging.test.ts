import { chargeContract, skipCharge } from '@cardinal/contract/api/autoRenewals/contracts.ts';
import { followContract } from '@cardinal/contract/api/autoRenewals/endUserRenewals.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { renewalsUnderTest } from '@cardinal/testing/renewalsUnderTest.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { renewalNotices } from '../notices/renewalNotices.ts';
import { stepDue as stepPayments } from '../payments/steps/steps.ts';
import { deskSweep } from '../retailOrders/desk/deskSweep.ts';
import { stepDue } from './charging/steps.ts';

const under = await forThisFile(cardsUnderTest());
const shop = await renewalsUnderTest(under);
const { contractOf, chargesOf } = shop;
await shop.newCards([1, 2, 3, 4, 5, 6, 7, 8, 9]);
const simulator = under.jasper;

const recordsOf = async (cardId: string) =>
  under.db.selectFrom('orders.package_usage').selectAll().where('card_id', '=', cardId).orderBy('starts_at').execute();
const tradesOf = async (no: string) => {
  const { trades } = (await control(simulator, 'GET', '/wechat/trades')) as {
    trades: { tradeNo: string; paid: number }[];
  };
  return trades.filter(({ tradeNo }) => tradeNo === no);
};
const whole = async () => expect(await verifyLedger(under.ctx)).toEqual([]);

beforeEach(() => under.clock.advance(61_000));
// The days of one test are those of all contracts: what it leaves is not charged in the next.
afterEach(async () => {
  await control(simulator, 'DELETE', '/faults');
  await under.db.updateTable('auto_renewals.charge').set({ next_at: null }).execute();
  await under.db.updateTable('auto_renewals.contract').set({ next_at: null, plan_at: null }).execute();
  await under.db.updateTable('retail_orders.listing').set({ is_on_sale: true }).execute();
});

test('signed, the first period is charged at once; the next one is announced and charged 2 days before the end and queued', async () => {
  const user = await shop.signIn('1');
  const cardId = await shop.bind(user, 1);
  const id = await shop.sign(user, cardId);
  expect(await contractOf(id)).toMatchObject({ state: 1, periods: 1, ended_at: null });
  const [first] = await recordsOf(cardId);
  const [one, two] = await chargesOf(id);
  expect([one, two]).toMatchObject([
    { period: 1, amount: '1500', state: 'paid' },
    { period: 2, amount: '1200', state: 'waiting' },
  ]);
  const endsAt = first?.ends_at as Date;
  const daysBefore = (endsAt.getTime() - (two?.charge_at.getTime() ?? 0)) / 86_400_000;
  expect(Math.round(daysBefore)).toBe(2);
  // Announced two days before, not charged before the payer could decide.
  await shop.toCharge(id);
  expect((await chargesOf(id))[1]).toMatchObject({ state: 'announced', tries: 0 });
  await shop.toCharge(id);
  await shop.setUp(id);
  const [, paid, third] = await chargesOf(id);
  expect(paid).toMatchObject({ state: 'paid', tries: 1 });
  expect(third).toMatchObject({ period: 3, state: 'waiting' });
  expect(await contractOf(id)).toMatchObject({ state: 1, periods: 2 });
  const records = await recordsOf(cardId);
  expect(records).toHaveLength(2);
  expect(records[1]?.starts_at).toEqual(endsAt);
  // The same notice again changes nothing.
  const { notices } = (await control(simulator, 'GET', '/wechat/notices')) as {
    notices: { id: number; kind: string; subject: string }[];
  };
  const heard = notices.find(({ kind, subject }) => kind === 'payment' && subject === paid?.trade_no);
  await control(simulator, 'POST', `/wechat/notices/${heard?.id}/resend`, { times: 3 });
  expect(await recordsOf(cardId)).toHaveLength(2);
  expect(await contractOf(id)).toMatchObject({ periods: 2 });
  expect(await tradesOf(paid?.trade_no ?? '')).toMatchObject([{ paid: 1_200 }]);
  await whole();
});

test('refused for money on two days and taken on the third, a period is paid and the contract stays signed', async () => {
  const user = await shop.signIn('2');
  const id = await shop.sign(user, await shop.bind(user, 2));
  const from = (await chargesOf(id))[1]?.charge_at as Date;
  await shop.toCharge(id);
  await shop.fault({ kind: 'refuse', operation: 'chargeContract', status: 'NOT_ENOUGH', count: 2 });
  await shop.toCharge(id);
  expect(await contractOf(id)).toMatchObject({ state: 1, said: 'payerShort', said_zh: '用户支付账户余额不足' });
  await shop.toCharge(id);
  expect((await chargesOf(id))[1]).toMatchObject({ state: 'announced', tries: 2 });
  await shop.toCharge(id);
  await shop.setUp(id);
  const [, two] = await chargesOf(id);
  expect(two).toMatchObject({ state: 'paid', tries: 3 });
  const days = ((two?.paid_at?.getTime() ?? 0) - from.getTime()) / 86_400_000;
  expect(Math.floor(days)).toBe(2);
  expect(await contractOf(id)).toMatchObject({ state: 1, periods: 2, said: null });
  expect(await tradesOf(two?.trade_no ?? '')).toHaveLength(1);
  await whole();
});

test('refused on all its days, the contract is overdue: seller and user are told, nothing waits on the card, and a person can charge it again', async () => {
  const user = await shop.signIn('3');
  const cardId = await shop.bind(user, 3);
  const id = await shop.sign(user, cardId);
  await shop.toCharge(id);
  await shop.fault({ kind: 'refuse', operation: 'chargeContract', status: 'NOT_ENOUGH', count: 3 });
  for (let day = 0; day < 3; day += 1) await shop.toCharge(id);
  expect(await contractOf(id)).toMatchObject({ state: 2, periods: 1 });
  expect(await chargesOf(id)).toMatchObject([{ state: 'paid' }, { state: 'failed', tries: 3 }]);
  expect(await recordsOf(cardId)).toHaveLength(1);
  const again = await shop.signIn('3');
  const { contract } = await again.ask(followContract, { body: { contractId: id } });
  expect(contract).toMatchObject({ signingState: 2, note: { zh: '用户支付账户余额不足' } });
  await renewalNotices[0]?.run(under.ctx, {
    chargeId: '1',
    contractId: id,
    contractNo: 'R',
    customerId: '10',
    iccid: '1',
    period: 2,
  } as never);
  const told = await under.db
    .selectFrom('notices.receipt')
    .select('title_zh')
    .where('title_zh', 'like', '自动续费逾期%')
    .execute();
  expect(told.length).toBeGreaterThan(0);
  // It stays so until somebody acts; charged now, the payer is told anew where its days are over.
  await shop.work();
  expect(await chargesOf(id)).toHaveLength(2);
  const seller = await under.anew('agent');
  await seller.ask(chargeContract, { body: { id } });
  await shop.work();
  for (let step = 0; step < 2 && (await chargesOf(id))[1]?.state !== 'paid'; step += 1) await shop.toCharge(id);
  expect((await chargesOf(id))[1]).toMatchObject({ state: 'paid' });
  expect(await contractOf(id)).toMatchObject({ state: 1, periods: 2 });
  await whole();
});

test('a first charge that is refused ends the contract, and nothing was sold', async () => {
  const user = await shop.signIn('4');
  const cardId = await shop.bind(user, 4);
  await shop.fault({ kind: 'refuse', operation: 'chargeContract', status: 'NOT_ENOUGH', count: 1 });
  const id = await shop.sign(user, cardId);
  await shop.work();
  expect(await contractOf(id)).toMatchObject({
    state: 0,
    ended_by: 'us',
    end_zh: '首期扣款失败，未开通自动续费：用户支付账户余额不足',
  });
  expect(await recordsOf(cardId)).toHaveLength(0);
});

test('off shelf, the contract pauses and says so; on sale again it is charged, once', async () => {
  const user = await shop.signIn('1');
  const cardId = await shop.bind(user, 5);
  const id = await shop.sign(user, cardId);
  await under.db
    .updateTable('retail_orders.listing')
    .set({ is_on_sale: false })
    .where('id', '=', shop.listing)
    .execute();
  await shop.toCharge(id);
  expect(await contractOf(id)).toMatchObject({ state: 1, paused_zh: '已下架' });
  expect((await chargesOf(id))[1]).toMatchObject({ state: 'waiting' });
  await under.db
    .updateTable('retail_orders.listing')
    .set({ is_on_sale: true })
    .where('id', '=', shop.listing)
    .execute();
  await shop.toCharge(id);
  await shop.toCharge(id);
  expect(await chargesOf(id)).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);
  expect(await contractOf(id)).toMatchObject({ paused_zh: null, periods: 2 });
});

test('a card that leaves the seller’s tree ends its contract at the provider', async () => {
  const user = await shop.signIn('2');
  const cardId = await shop.bind(user, 6);
  const id = await shop.sign(user, cardId);
  await under.db.updateTable('cards.card').set({ customer_id: '20' }).where('id', '=', cardId).execute();
  await shop.toCharge(id);
  await shop.work();
  const { contract_no } = await contractOf(id);
  expect(await contractOf(id)).toMatchObject({ state: 0, ended_by: 'us', end_zh: '卡已注销或不再属于此公众号' });
  expect((await shop.contracts()).find(({ contractNo }) => contractNo === contract_no)?.state).toBe('ended');
});

test('a skipped period is not charged, and the next one is due a period later', async () => {
  const user = await shop.signIn('3');
  const id = await shop.sign(user, await shop.bind(user, 7));
  const before = (await chargesOf(id))[1]?.charge_at as Date;
  const seller = await under.anew('agent');
  expect((await seller.call(chargeContract, { body: { id } })).code).toBe('4092025');
  await seller.ask(skipCharge, { body: { id, reason: '用户出国' } });
  await shop.work();
  const [, two, three] = await chargesOf(id);
  expect([two, three]).toMatchObject([{ state: 'skipped' }, { period: 3, state: 'waiting' }]);
  const days = ((three?.charge_at.getTime() ?? 0) - before.getTime()) / 86_400_000;
  expect(days).toBe(7);
});

test('what is taken and cannot be set up waits at the desk and goes back by its rule; the contract waits for a person', async () => {
  const user = await shop.signIn('4');
  const cardId = await shop.bind(user, 8);
  const id = await shop.sign(user, cardId);
  await shop.toCharge(id);
  // Taken, and before the provider's word arrives the package may not be sold any more.
  await shop.fault({ kind: 'swallow', operation: 'notifyPayment', count: 1 });
  const at = (await chargesOf(id)).at(-1)?.next_at;
  if (at && at > under.clock.now()) under.clock.set(at);
  await stepDue(under.ctx);
  await stepPayments(under.ctx);
  const { package_id } = await under.db
    .selectFrom('retail_orders.listing')
    .select('package_id')
    .where('id', '=', shop.listing)
    .executeTakeFirstOrThrow();
  const shelve = (shelf_state: 0 | 1) =>
    under.db.updateTable('packages.package').set({ shelf_state }).where('id', '=', package_id).execute();
  await shelve(0);
  await shop.work();
  const [, two] = await chargesOf(id);
  expect(two).toMatchObject({ state: 'paid' });
  const order = await shop.rowOf(two?.retail_order_id ?? '');
  expect(order).toMatchObject({ fulfil_state: 4, price: '1200', refunded: '0', package_order_id: null });
  const waiting = await under.db
    .selectFrom('retail_orders.desk_case')
    .select(['reason', 'refund_at', 'solved_at'])
    .where('retail_order_id', '=', order?.id ?? '')
    .executeTakeFirstOrThrow();
  expect(waiting).toMatchObject({ reason: 'packageOff', solved_at: null });
  expect(await contractOf(id)).toMatchObject({ state: 1, paused_zh: null });

  under.clock.set(waiting.refund_at as Date);
  await deskSweep.run(under.ctx, {}, new AbortController().signal);
  await shop.work();
  under.clock.advance(11 * 60_000);
  await shop.work();
  await shop.setUp(id);
  await shelve(1);
  expect(await shop.rowOf(order?.id ?? '')).toMatchObject({ fulfil_state: 4, refunded: '1200' });
  expect(await contractOf(id)).toMatchObject({ state: 1, paused_zh: '上一期未能开通，款项已退回' });
  expect(await recordsOf(cardId)).toHaveLength(1);
  await whole();
});
