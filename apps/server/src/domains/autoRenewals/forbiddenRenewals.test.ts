import { beginContract, followContract } from '@cardinal/contract/api/autoRenewals/endUserRenewals.ts';
import { cardNotRenewable } from '@cardinal/contract/api/autoRenewals/refusals.ts';
import { buy } from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import { notForCard } from '@cardinal/contract/api/retailOrders/refusals.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { blockedBy, RULE_RIGHTS, rule, turnRule } from '@cardinal/testing/renewalRulesUnderTest.ts';
import { renewalsUnderTest } from '@cardinal/testing/renewalsUnderTest.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { renewalNotices } from '../notices/renewalNotices.ts';

const under = await forThisFile(cardsUnderTest());
await allow(under, 'agent', RULE_RIGHTS);
const shop = await renewalsUnderTest(under);
const { contractOf, chargesOf } = shop;
await shop.newCards([1, 2, 3, 4]);
const body = {
  packageIds: [],
  productCodes: [shop.product],
  customerIds: [],
  channels: ['publicAccount' as const],
  limits: ['forbid' as const],
  listedIds: [],
  messageZh: '该套餐已停止续费，请改订新套餐',
  messageEn: 'This package is no longer renewed; please order another',
};
const recordsOf = (cardId: string) =>
  under.db.selectFrom('orders.package_usage').selectAll().where('card_id', '=', cardId).execute();
afterEach(() => sql`update renewals.rule set state = 'off'`.execute(under.db));

test('an end user buys a first package, reads why a second one is forbidden, and his attempt is kept though it was refused', async () => {
  const id = await rule(shop.agent, { ...body, name: '公众号不续' });
  const user = await shop.signIn('1');
  const cardId = await shop.bind(user, 1);
  const orderId = await shop.order(user, cardId, shop.listing);
  await shop.pay(orderId);
  await shop.workOrder(orderId);
  expect(await recordsOf(cardId)).toHaveLength(1);
  const refused = await user.call(buy, { body: { cardId, listingId: shop.listing, price: '1500' } });
  expect(refused.code).toBe(notForCard.code);
  expect(refused.message).toContain('该套餐已停止续费，请改订新套餐');
  expect(refused.message).not.toContain('公众号不续');
  expect(await blockedBy(under, id)).toMatchObject([
    { card_id: cardId, channel: 'publicAccount', is_end_user: true, is_shadow: false },
  ]);
});

test('what rules forbid after it was paid is not set up: it waits at the desk, and its attempt is kept', async () => {
  const user = await shop.signIn('2');
  const cardId = await shop.bind(user, 2);
  const first = await shop.order(user, cardId, shop.listing);
  await shop.pay(first);
  await shop.workOrder(first);
  const second = await shop.order(user, cardId, shop.listing);
  const id = await rule(shop.agent, { ...body, name: '付款之间' });
  await shop.pay(second);
  await shop.workOrder(second, true);
  expect(await recordsOf(cardId)).toHaveLength(1);
  expect(await shop.rowOf(second)).toMatchObject({ pay_state: 2, why_zh: '该套餐已停止续费，请改订新套餐' });
  expect(await blockedBy(under, id)).toMatchObject([{ is_end_user: true }]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('a forbidden period of a contract is skipped and not charged, its owner is told and the user reads why; allowed again it is charged', {
  timeout: 120_000,
}, async () => {
  const user = await shop.signIn('3');
  const cardId = await shop.bind(user, 3);
  const id = await shop.sign(user, cardId);
  const agent = await under.anew('agent');
  const ruleId = await rule(agent, { ...body, name: '签约也不续' });
  await shop.toCharge(id);
  const charges = await chargesOf(id);
  expect(charges).toMatchObject([
    { period: 1, state: 'paid' },
    { period: 2, state: 'skipped', payment_id: null, said_zh: body.messageZh },
    { period: 3, state: 'waiting' },
  ]);
  expect(await contractOf(id)).toMatchObject({ state: 1, periods: 1, ended_at: null, said_zh: body.messageZh });
  expect(await blockedBy(under, ruleId)).toMatchObject([{ card_id: cardId, tried_by: '', is_end_user: false }]);
  const again = await shop.signIn('3');
  const { contract } = await again.ask(followContract, { body: { contractId: id } });
  expect(contract).toMatchObject({ signingState: 1, note: { zh: body.messageZh } });
  await renewalNotices[1]?.run(under.ctx, {
    chargeId: charges[1]?.id,
    contractId: id,
    contractNo: 'R',
    customerId: '10',
    iccid: '1',
    period: 2,
    zh: body.messageZh,
    en: body.messageEn,
  } as never);
  const notices = await under.db
    .selectFrom('notices.receipt')
    .select(['title_zh', 'summary_zh'])
    .where('title_zh', 'like', '自动续费未扣款%')
    .execute();
  expect(notices[0]).toMatchObject({ summary_zh: `续费管控：${body.messageZh}` });
  await turnRule(await under.anew('agent'), ruleId, 'off');
  await shop.toCharge(id);
  await shop.toCharge(id);
  await shop.setUp(id);
  expect((await chargesOf(id))[2]).toMatchObject({ period: 3, state: 'paid' });
  expect(await blockedBy(under, ruleId)).toHaveLength(1);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('what is forbidden cannot be signed for', async () => {
  const user = await shop.signIn('4');
  const cardId = await shop.bind(user, 4);
  const orderId = await shop.order(user, cardId, shop.listing);
  await shop.pay(orderId);
  await shop.workOrder(orderId);
  const id = await rule(await under.anew('agent'), { ...body, name: '不可签约' });
  const signed = { cardId, offerId: shop.offer, firstPrice: '1500', renewPrice: '1200' };
  expect((await user.call(beginContract, { body: signed })).code).toBe(cardNotRenewable.code);
  expect(await blockedBy(under, id)).toHaveLength(1);
});
