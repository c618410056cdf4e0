import { readCardBalance, readTopUp, topUp } from '@cardinal/contract/api/cardRecharges/endUserTopUps.ts';
import { phoneBillTiers, setFreeAmount } from '@cardinal/contract/api/cardRecharges/tiers.ts';
import { listConsumption } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { readCards } from '@cardinal/contract/api/publicAccounts/endUsers.ts';
import { followOrder, requestRefund } from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import { readRefundable, refundOrder } from '@cardinal/contract/api/retailOrders/refunding.ts';
import { listRetailOrders } from '@cardinal/contract/api/retailOrders/retailOrders.ts';
import { idempotencyKeyMissing } from '@cardinal/contract/framework/standardRefusals.ts';
import { card, cardsUnderTest, iccid, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { topUpsUnderTest } from '@cardinal/testing/topUpsUnderTest.ts';
import { beforeEach, expect, test } from 'vitest';
import { confirmDue, cursorFrom } from '../cardCommands/confirming/confirmCommands.ts';
import { verifyLedger } from '../ledger/face.ts';
import { stepDue } from '../payments/steps/steps.ts';
import { giveOwed } from './topUps/bonus.ts';

const under = await forThisFile(cardsUnderTest());
const shop = await topUpsUnderTest(under);
const { agent, account } = shop;
await shop.newCards([1, 2, 3, 4, 5, 6, 7, 8, 9]);
const user = await shop.signIn('1');
const tier = await shop.addTier();
const whole = async () => expect(await verifyLedger(under.ctx)).toEqual([]);
/** Balances, with what the merchant collected by itself: tests are funded from another clearing account. */
const money = async () => {
  const held: Record<string, string> = await shop.money();
  const { balance } = (await under.db
    .selectFrom('ledger.account')
    .select('balance')
    .where('owner_kind', '=', 'platform')
    .where('owner_id', '=', shop.merchantId)
    .executeTakeFirst()) ?? { balance: '0' };
  return { ...held, collected: balance };
};
const gained = async (run: () => Promise<unknown>) => {
  const before: Record<string, string> = await money();
  await run();
  const after: Record<string, string> = await money();
  return (key: string) => Number(BigInt(after[key] ?? 0) - BigInt(before[key] ?? 0));
};
const stopped = (n: number, reasons: readonly number[]) =>
  under.db
    .updateTable('cards.card')
    .set({ stop_reasons: [...reasons], carrier_status: 'DEACTIVATED', lifecycle: 'stopped' })
    .where('iccid', '=', iccid(n))
    .execute();
const idOf = async (n: number) => (await card(under, n)).id;

await fund(under, '10', 100_000);
// His pace counts by the minute, and the clock stands still.
beforeEach(() => under.clock.advance(61_000));

test('50.00 with 5.00 added, on a card stopped for arrears: paid and gift apart, an order of type 3, the carrier restarts it', async () => {
  const cardId = await shop.bind(user, 1);
  await stopped(1, [2]);
  expect(await user.ask(readCardBalance, { query: { cardId } })).toMatchObject({
    paid: '0',
    gift: '0',
    isInArrears: true,
    tiers: [{ id: tier, kind: 1, amount: '5000', bonus: '500' }],
    free: null,
  });
  const orderId = await shop.order(user, cardId, tier);
  const moved = await gained(() => shop.pay(orderId));
  expect(await shop.balance(user, cardId)).toEqual([5_000, 500]);
  expect([moved('card 12 walletPaid'), moved('card 12 walletGift')]).toEqual([5_000, 500]);
  expect([moved('customer 10 balance'), moved('collected')]).toEqual([-500, -5_000]);
  expect(moved('endUser 10 walletPaid')).toBe(0);
  const { list } = await agent.ask(listRetailOrders, { query: { type: '3' } });
  expect(list).toMatchObject([{ id: orderId, type: 3, progress: 'done', price: '5000', title: '话费充值 50.00' }]);
  const spent = await agent.ask(listConsumption, { query: { customerId: '10', businessNo: list[0]?.orderNo } });
  expect(spent.list).toMatchObject([{ amount: '-500', about: 'retail', consumeType: 4 }]);
  // Asked for is not done.
  expect((await user.ask(readTopUp, { query: { orderId } })).restart).toBe('asked');
  expect((await user.ask(readCards)).cards[0]?.tone).not.toBe('good');
  await workOff(under);
  expect((await user.ask(readTopUp, { query: { orderId } })).restart).toBe('asked');
  under.clock.advance(5_000);
  const cursor = cursorFrom(new Date(under.clock.now().getTime() - 3_600_000));
  await confirmDue(under.ctx, under.accountId, cursor, new AbortController().signal);
  expect(await card(under, 1)).toMatchObject({ lifecycle: 'activated', pending_action: null, stop_reasons: [] });
  expect(await user.ask(readTopUp, { query: { orderId } })).toMatchObject({
    restart: 'done',
    bonusState: 'given',
    kind: 2,
  });
  await whole();
});

test('a card with another reason to be stopped loses its arrears and stays stopped', async () => {
  const cardId = await shop.bind(user, 2);
  await stopped(2, [1, 2]);
  await shop.pay(await shop.order(user, cardId, tier));
  await workOff(under);
  expect(await card(under, 2)).toMatchObject({ lifecycle: 'stopped', pending_action: null, stop_reasons: [1] });
});

test('twenty taps are one order, notices repeated credit once', async () => {
  const cardId = await shop.bind(user, 3);
  const taps = await Promise.all(
    Array.from({ length: 20 }, () => user.call(topUp, { body: { cardId, id: tier, amount: '5000', bonus: '500' } })),
  );
  const [orderId = '', ...others] = new Set(taps.map(({ data }) => data?.orderId ?? ''));
  expect(others).toEqual([]);
  await user.ask(followOrder, { body: { orderId } });
  await shop.pay(orderId);
  const notices = (await control(under.jasper, 'GET', '/wechat/notices')) as { notices: { id: string }[] };
  await control(under.jasper, 'POST', `/wechat/notices/${notices.notices.at(-1)?.id}/resend`, { times: 3 });
  expect(await shop.balance(user, cardId)).toEqual([5_000, 500]);
  await whole();
});

test('of two first recharges that are paid at once one gets the bonus, and the first tier is no longer offered', async () => {
  const first = await shop.addTier({ kind: 2, amount: '30.00', bonus: '9.00', sort: 1 });
  const other = await shop.signIn('2');
  const cardId = await shop.bind(user, 4);
  await shop.bind(other, 4);
  const orders = [
    await shop.order(user, cardId, first, '3000', '900'),
    await shop.order(other, cardId, first, '3000', '900'),
  ];
  const moved = await gained(() => Promise.all(orders.map((id) => shop.pay(id))));
  expect(await shop.balance(user, cardId)).toEqual([6_000, 900]);
  expect(moved('customer 10 balance')).toBe(-900);
  const states = await Promise.all(orders.map(async (id) => (await shop.topUpOf(id)).bonus_state));
  expect(states.sort()).toEqual(['given', 'lost']);
  const { tiers } = await user.ask(readCardBalance, { query: { cardId } });
  expect(tiers.map(({ id }) => id)).toEqual([tier]);
  const late = await user.call(topUp, { body: { cardId, id: first, amount: '3000', bonus: '900' } });
  expect(late.code).toBe('4092272');
  await agent.ask(phoneBillTiers.remove, { body: { id: first } });
  await whole();
});

test('while the owner is short the bonus is owed, shown, and given later', async () => {
  const cardId = await shop.bind(user, 5);
  const rich = await shop.addTier({ amount: '9000.00', bonus: '8999.00' });
  const orderId = await shop.order(user, cardId, rich, '900000', '899900');
  await shop.pay(orderId);
  expect(await shop.balance(user, cardId)).toEqual([900_000, 0]);
  expect((await user.ask(readTopUp, { query: { orderId } })).bonusState).toBe('waiting');
  const owed = async () =>
    (await agent.ask(phoneBillTiers.list, { query: {} })).list.find(({ id }) => id === rich)?.bonusOwed;
  expect(await owed()).toBe('899900');
  await giveOwed(under.ctx);
  expect(await shop.balance(user, cardId)).toEqual([900_000, 0]);
  await fund(under, '10', 900_000);
  await giveOwed(under.ctx);
  await giveOwed(under.ctx);
  expect(await shop.balance(user, cardId)).toEqual([900_000, 899_900]);
  expect(await owed()).toBe('0');
  await whole();
});

test('a cancelled card refuses before payment; cancelled in between, the payment goes back', async () => {
  const cardId = await shop.bind(user, 6);
  const orderId = await shop.order(user, cardId, tier);
  const set = (lifecycle: string) =>
    under.db.updateTable('cards.card').set({ lifecycle }).where('id', '=', cardId).execute();
  const before = await shop.money();
  await set('cancelled');
  const refused = await user.call(topUp, { body: { cardId, id: tier, amount: '5000', bonus: '500' } });
  expect(refused.code).toBe('4092271');
  await shop.pay(orderId);
  await shop.workOrder(orderId);
  expect(await shop.rowOf(orderId)).toMatchObject({ pay_state: 2, fulfil_state: 4, refunded: '5000' });
  expect((await user.ask(followOrder, { body: { orderId } })).order.why?.zh).toBe('卡已销户，款项原路退回');
  expect(await shop.money()).toEqual(before);
  await set('activated');
  await whole();
});

test('a refund takes the gift back first, asks the provider for what was paid, and the next recharge is the first again', async () => {
  const cardId = await shop.bind(user, 7);
  const orderId = await shop.order(user, cardId, tier);
  await shop.pay(orderId);
  await user.ask(requestRefund, { body: { orderId, reason: '充错卡' } });
  expect(await agent.ask(readRefundable, { query: { id: orderId } })).toMatchObject({
    most: { all: '5000' },
    whyNot: null,
    note: '退款从卡余额扣回；赠送余额 5.00 随退款收回。',
    request: { state: 'asked' },
  });
  const part = await gained(() =>
    agent.ask(refundOrder, { body: { id: orderId, amount: '20.00', reason: '部分退款' } }),
  );
  expect([part('card 12 walletPaid'), part('card 12 walletGift')]).toEqual([-2_000, -200]);
  expect([part('customer 10 balance'), part('collected')]).toEqual([200, 2_000]);
  await stepDue(under.ctx);
  under.clock.advance(61_000);
  await stepDue(under.ctx);
  const tooMuch = await agent.call(refundOrder, { body: { id: orderId, amount: '30.01', reason: '退款' } });
  expect(tooMuch.data).toMatchObject({ errors: [{ field: 'amount' }] });
  await agent.ask(refundOrder, { body: { id: orderId, reason: '其余退款' } });
  expect(await shop.balance(user, cardId)).toEqual([0, 0]);
  expect(await shop.rowOf(orderId)).toMatchObject({ refunded: '5000' });
  const first = await under.db
    .selectFrom('card_recharges.first_recharge')
    .select('card_id')
    .where('card_id', '=', cardId)
    .executeTakeFirst();
  expect(first).toBeUndefined();
  await whole();
});

test('any amount an account allows can be paid, in its steps', async () => {
  const cardId = await shop.bind(user, 8);
  const rule = { accountId: account, version: 0, isOn: true, least: '10.00', most: '100.00', step: '5.00' };
  await agent.ask(setFreeAmount, { body: rule });
  expect((await agent.call(setFreeAmount, { body: rule })).status).toBe(409);
  const { free } = await user.ask(readCardBalance, { query: { cardId } });
  const id = free?.id ?? '';
  const ask = (amount: string) => user.call(topUp, { body: { cardId, id, amount, bonus: '0' } });
  for (const amount of ['500', '1250', '10500']) expect((await ask(amount)).code).toBe('4002280');
  await shop.pay(await shop.order(user, cardId, id, '1500', '0'));
  expect(await shop.balance(user, cardId)).toEqual([1_500, 0]);
  expect((await agent.call(setFreeAmount, { body: { ...rule, version: 1, most: '99.00' } })).data).toMatchObject({
    errors: [{ field: 'most' }],
  });
});

test('what others have is not found, and what moved is refused before he pays', async () => {
  const [other, cardId] = [await shop.signIn('3'), await idOf(8)];
  const body = { cardId, id: tier, amount: '5000', bonus: '500' };
  expect((await other.call(readCardBalance, { query: { cardId } })).code).toBe('4041952');
  expect((await other.call(topUp, { body })).code).toBe('4041952');
  expect((await other.call(readTopUp, { query: { orderId: '1' } })).code).toBe('4042271');
  expect((await user.call(topUp, { body: { ...body, bonus: '600' } })).code).toBe('4092270');
  expect((await user.call(topUp, { body: { ...body, id: '1' } })).code).toBe('4042270');
  expect((await user.call(topUp, { body, key: null } as never)).code).toBe(idempotencyKeyMissing.code);
  await allow(under, 'rival', [
    'phoneBill.view',
    'phoneBill.add',
    'phoneBill.edit',
    'phoneBill.delete',
    'phoneBill.enable',
  ]);
  const rival = await under.as('rival');
  expect((await rival.ask(phoneBillTiers.list, { query: {} })).list).toEqual([]);
  expect((await rival.call(phoneBillTiers.remove, { body: { id: tier } })).code).toBe('4042270');
});

test('a top-up that does not cover what the card owes to deductions leaves it stopped, and one that does lets it run', async () => {
  const cardId = await shop.bind(user, 9);
  await stopped(9, [2]);
  await under.db
    .insertInto('deductions.posting')
    .values({
      id: '990001',
      customer_id: '12',
      owner_id: '10',
      amount: '8000',
      currency: 'CNY',
      state: 'waiting',
      at: under.clock.now(),
      transaction_id: null,
      balance: null,
      posted_at: null,
      card_id: cardId,
    })
    .execute();
  await shop.pay(await shop.order(user, cardId, tier));
  expect(await card(under, 9)).toMatchObject({ stop_reasons: [2], lifecycle: 'stopped', pending_action: null });
  await shop.pay(await shop.order(user, cardId, tier));
  expect((await card(under, 9)).stop_reasons).toEqual([]);
  await under.db.deleteFrom('deductions.posting').where('id', '=', '990001').execute();
});
