import { readCardBalance, topUp } from '@cardinal/contract/api/cardRecharges/endUserTopUps.ts';
import { phoneBillTiers } from '@cardinal/contract/api/cardRecharges/tiers.ts';
import { followOrder } from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import type { CardsUnderTest } from './cardsUnderTest.ts';
import { allow } from './ordersUnderTest.ts';
import { type EndUserCaller, shopUnderTest } from './shopUnderTest.ts';

export const TIER_PERMISSIONS = (['view', 'add', 'edit', 'enable', 'delete', 'custom'] as const).map(
  (verb) => `phoneBill.${verb}` as const,
);

/** A shop whose users can put money on their cards: 50.00 with 5.00 added, once the tier is there. */
export async function topUpsUnderTest(under: CardsUnderTest) {
  const shop = await shopUnderTest(under);
  await allow(under, 'agent', [...TIER_PERMISSIONS, 'wechatOrderList.refund', 'userConsumptionRecord.view']);
  const agent = await under.as('agent');
  const addTier = async (more: object = {}) =>
    (
      await agent.ask(phoneBillTiers.create, {
        body: {
          customerId: '10',
          accountId: shop.account,
          kind: 1,
          amount: '50.00',
          bonus: '5.00',
          sort: 10,
          ...more,
        } as never,
      })
    ).id;
  /** Orders a top-up, and asks until it can be paid. */
  const order = async (user: EndUserCaller, cardId: string, id: string, amount = '5000', bonus = '500') => {
    const { orderId } = await user.ask(topUp, { body: { cardId, id, amount, bonus } });
    await user.ask(followOrder, { body: { orderId } });
    return orderId;
  };
  const balance = async (user: EndUserCaller, cardId: string) => {
    const { paid, gift } = await user.ask(readCardBalance, { query: { cardId } });
    return [Number(paid), Number(gift)];
  };
  const topUpOf = (id: string) =>
    under.db.selectFrom('card_recharges.top_up').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { ...shop, agent, addTier, order, balance, topUpOf };
}
