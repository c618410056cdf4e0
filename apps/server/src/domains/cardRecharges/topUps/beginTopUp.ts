import type { topUp as endpoint } from '@cardinal/contract/api/cardRecharges/endUserTopUps.ts';
import {
  cardCancelled,
  firstTaken,
  notAnAmount,
  tierMoved,
  tierNotFound,
} from '@cardinal/contract/api/cardRecharges/refusals.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { OrderType, RechargeKind } from '@cardinal/contract/enumerations/order.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { type Ctx, endUserOf } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { asSeller, cardOf, lockEndUser, type OwnCard } from '../../publicAccounts/face.ts';
import { beginOrder, unpaidOf } from '../../retailOrders/face.ts';
import { type Account, freeAmountOf, isFirstFor, tiersFor } from '../tiers/offered.ts';
import { isFreeAmount } from '../tiers/tierRules.ts';
import { beyond } from './bonus.ts';

const TITLE = text('话费充值 {amount}', 'Card top-up {amount}');
const WITH_BONUS = text('话费充值 {amount} 送 {bonus}', 'Card top-up {amount}, bonus {bonus}');

type Asked = BodyOf<typeof endpoint>;

/** What he chose, if it is offered as he was shown it. */
async function chosen(ctx: Ctx, account: Account, card: OwnCard, { id, amount, bonus }: Asked) {
  const tier = (await tiersFor(ctx, account, card)).find((each) => each.id === id);
  if (tier) {
    if (tier.amount !== amount || tier.bonus !== bonus) throw new Refused(tierMoved);
    return { tierId: tier.id, kind: tier.kind };
  }
  const free = await freeAmountOf(ctx, account.id);
  if (free?.id !== id) {
    const known = await beyond(ctx)
      .selectFrom('card_recharges.tier')
      .select('kind')
      .where('id', '=', id)
      .where('customer_id', '=', account.customerId)
      .executeTakeFirst();
    const isFirst = known?.kind === RechargeKind.values.first;
    throw new Refused(isFirst && !(await isFirstFor(ctx, card.id)) ? firstTaken : tierNotFound);
  }
  if (bonus !== '0') throw new Refused(tierMoved);
  if (isFreeAmount(BigInt(amount), free)) return { tierId: null, kind: RechargeKind.values.phoneBill };
  const said = (minor: bigint) => moneyText(money(minor, account.currency));
  const facts = { least: said(free.least), most: said(free.most), step: said(free.step) };
  throw new Refused(notAnAmount, facts, [{ field: 'amount', text: notAnAmount.text, facts }]);
}

/** Begins a top-up; what he has not paid yet of the same is the order he gets. */
export async function topUp(ctx: Ctx, asked: Asked): Promise<AnswerOf<typeof endpoint>> {
  const { publicAccountId, customerId } = endUserOf(ctx);
  await lockEndUser(ctx);
  const card = await cardOf(ctx, asked.cardId);
  if (card.lifecycle === 'cancelled') throw new Refused(cardCancelled);
  const { amount, bonus } = asked;
  const same = (await unpaidOf(ctx)).find(
    (each) => each.card_id === card.id && each.listing_id === asked.id && each.price === amount,
  );
  const seller = await asSeller(ctx, customerId);
  const owner = await customerOf(seller.db, customerId);
  const currency = (owner?.currency ?? 'CNY') as Currency;
  const choice = await chosen(ctx, { id: publicAccountId, customerId, currency }, card, asked);
  if (same) {
    const before = await beyond(ctx)
      .selectFrom('card_recharges.top_up')
      .select('bonus')
      .where('id', '=', same.id)
      .executeTakeFirst();
    if (before?.bonus === bonus && same.pay_until > ctx.clock.now()) return { orderId: same.id };
    throw new Refused(tierMoved);
  }
  const said = (minor: string) => moneyText(money(BigInt(minor), currency));
  const title = say(bonus === '0' ? TITLE : WITH_BONUS, ctx.language, { amount: said(amount), bonus: said(bonus) });
  const { orderId } = await beginOrder(ctx, seller, {
    type: OrderType.values.phoneBillRecharge,
    listing_id: asked.id,
    card_id: card.id,
    iccid: card.iccid,
    package_id: null,
    title,
    price: amount,
    currency,
    chain: JSON.stringify({ versionId: '0', levels: [] }),
    isSelf: ({ collectorId }) => collectorId === customerId && owner?.kind !== 'PLATFORM',
  });
  await beyond(ctx)
    .insertInto('card_recharges.top_up')
    .values({
      id: orderId,
      customer_id: customerId,
      card_id: card.id,
      tier_id: choice.tierId,
      kind: choice.kind,
      amount,
      bonus,
      currency,
      bonus_state: bonus === '0' ? 'none' : 'promised',
      paid_id: null,
      gift_id: null,
      created_at: ctx.clock.now(),
      credited_at: null,
    })
    .execute();
  return { orderId };
}
