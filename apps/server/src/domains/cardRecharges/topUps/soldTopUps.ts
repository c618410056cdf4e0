import { BUSINESS } from '@cardinal/contract/api/ledger/business.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { OrderType, RechargeKind } from '@cardinal/contract/enumerations/order.ts';
import { ConsumeType } from '@cardinal/contract/enumerations/payment.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { liftReasons } from '../../cardCommands/face.ts';
import { announceCards, lockCards } from '../../cards/face.ts';
import { cardsOwing } from '../../deductions/face.ts';
import { type AccountOf, ofCustomer } from '../../ledger/face.ts';
import { creditFrom, creditsLeft, debitTo, wasRecharged } from '../../orders/face.ts';
import { buyersWallet, CARD_GONE, type RetailOrderRow, type SoldAs } from '../../retailOrders/face.ts';
import type { TopUpRow } from '../rechargeTables.ts';
import { tiersFor } from '../tiers/offered.ts';
import { beyond, bonusAccount, dueBonus, giveBonus, lockTopUp, writeTopUp } from './bonus.ts';
import { giftBack, mostBack, type OnCard } from './topUpRules.ts';

const { arrears } = StopReason.values;
const CANCELLED = text('卡已销户，款项原路退回', 'The card is cancelled; the money goes back');
const LATE = text('支付时已超过下单时限，且档位已变化', 'Paid after the time to pay, and the tier has changed');
const SHORT = {
  reason: 'balanceShort',
  why: text('商户余额不足，充值后自动到账', 'The seller’s balance is short; credited once it is recharged'),
} as const;
const SPENT = text('余额已用完', 'The balance has been spent');

/** Where the money lies that is put on the card: in the buyer's wallet, or with a seller that has the cash in its balance. */
const sourceOf = (order: RetailOrderRow): AccountOf =>
  order.is_self_collected ? ofCustomer(order.customer_id, order.currency, 'balance') : buyersWallet(order);

const cardNow = async (ctx: Ctx, { card_id }: Pick<RetailOrderRow, 'card_id'>) =>
  (await lockCards(beyond(ctx), [card_id]))[0];

async function judge(seller: Ctx, order: RetailOrderRow, isLate: boolean) {
  const card = await cardNow(seller, order);
  const isSellers = await seller.db
    .selectFrom('cards.v_card')
    .select('id')
    .where('id', '=', order.card_id)
    .executeTakeFirst();
  if (!card || !isSellers) return { late: CARD_GONE };
  if (card.lifecycle === 'cancelled') return { late: CANCELLED };
  if (!isLate) return undefined;
  const topUp = await lockTopUp(seller, order.id);
  const owner = { id: order.account_id, customerId: order.customer_id, currency: order.currency };
  const tiers = await tiersFor(seller, owner, card);
  // A free amount promises nothing that could have changed.
  const isSame =
    topUp?.tier_id === null || tiers.some(({ id, bonus }) => id === topUp?.tier_id && bonus === topUp.bonus);
  return isSame ? undefined : { late: LATE };
}

/** Marks the card's first recharge; its lock makes it one. */
async function winsFirst(ctx: Ctx, topUp: TopUpRow): Promise<boolean> {
  const { card_id, customer_id, id } = topUp;
  const won = await beyond(ctx)
    .insertInto('card_recharges.first_recharge')
    .values({ card_id, customer_id, top_up_id: id, at: ctx.clock.now() })
    .onConflict((on) => on.column('card_id').doNothing())
    .executeTakeFirst();
  return (won.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The paid amount and the bonus come to the card, and a stop for arrears is lifted, in the transaction in which it is paid. */
async function deliver(seller: Ctx, order: RetailOrderRow) {
  const card = await cardNow(seller, order);
  const topUp = await lockTopUp(seller, order.id);
  if (!card || !topUp || topUp.credited_at) throw new Error(`Top-up ${order.id} cannot be credited`);
  const amount = money(BigInt(order.price), order.currency);
  const before = await wasRecharged(seller, card.id);
  const { id: paidId, posted } = await creditFrom(seller, card, {
    from: sourceOf(order),
    payerId: order.customer_id,
    wallet: 'walletPaid',
    amount,
    remark: null,
    endUserId: order.end_user_id,
    about: {
      key: `${BUSINESS.retail}${order.id}:credit`,
      kind: 'recharge',
      consumeType: ConsumeType.values.publicAccountPackage,
      businessNo: order.order_no,
    },
  });
  if (!posted.isPosted) return SHORT;
  const isFirst = (await winsFirst(seller, topUp)) && !before;
  const credited = {
    kind: isFirst ? RechargeKind.values.first : RechargeKind.values.phoneBill,
    bonus_state: dueBonus(topUp, isFirst),
    paid_id: paidId,
    credited_at: seller.clock.now(),
  };
  await writeTopUp(seller, topUp.id, credited);
  if (credited.bonus_state === 'waiting') await giveBonus(seller, card, topUp, order.order_no);
  await announceCards(seller, [card]);
  // A card that owes more than is on it by now stays stopped.
  const lifts = card.stop_reasons.includes(arrears) && !(await cardsOwing(seller, [card.id])).has(card.id);
  if (!lifts) return undefined;
  await writeTopUp(seller, topUp.id, { lifted_arrears: true });
  await liftReasons(seller, {
    cardIds: [card.id],
    reasons: [arrears],
    why: text(`话费充值 ${moneyText(amount)}`, `Card topped up: ${moneyText(amount)}`),
  });
  return undefined;
}

/** What of a top-up is on its card. */
async function onCard(ctx: Ctx, topUp: TopUpRow): Promise<OnCard> {
  const ids = [topUp.paid_id, topUp.gift_id].flatMap((id) => id ?? []);
  const left = await creditsLeft(ctx, topUp.card_id, topUp.currency, ids);
  const of = (id: string | null) => (id && left.get(id)) || { left: 0n, spent: 0n };
  const gift = of(topUp.gift_id);
  return {
    amount: BigInt(topUp.amount),
    gift: topUp.gift_id ? BigInt(topUp.bonus) : 0n,
    paidLeft: of(topUp.paid_id).left,
    giftLeft: gift.left,
    giftSpent: gift.spent,
  };
}

async function refundable(ctx: Ctx, order: RetailOrderRow) {
  const topUp = await beyond(ctx)
    .selectFrom('card_recharges.top_up')
    .selectAll()
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const on = await onCard(ctx, topUp);
  const most = mostBack(on);
  return { most, ...(most === 0n ? { whyNot: SPENT } : {}), note: noteOf(on, topUp.currency) };
}

/** «退款从卡余额扣回；赠送余额 5.00 一并收回；已消费的赠送 2.00 从退款中扣除». */
function noteOf({ giftLeft, giftSpent }: OnCard, currency: string): Text {
  const said = (minor: bigint) => moneyText(money(minor, currency));
  const zh = ['退款从卡余额扣回'];
  const en = ['Taken off the card’s balance'];
  if (giftLeft > 0n) {
    zh.push(`赠送余额 ${said(giftLeft)} 随退款收回`);
    en.push(`the gift of ${said(giftLeft)} goes back to whoever gave it`);
  }
  if (giftSpent > 0n) {
    zh.push(`已用掉的赠送 ${said(giftSpent)} 从可退金额中扣除`);
    en.push(`${said(giftSpent)} of the gift was spent and is deducted`);
  }
  return text(`${zh.join('；')}。`, `${en.join('; ')}.`);
}

/** Takes a refund off the card: what was paid to where it is returned from, the gift to its owner. */
async function takeBack(ctx: Ctx, order: RetailOrderRow, amount: bigint, reason: string): Promise<void> {
  const card = await cardNow(ctx, order);
  const topUp = await lockTopUp(ctx, order.id);
  if (!card || !topUp?.paid_id) throw new Error(`Top-up ${order.id} is not on a card`);
  const on = await onCard(ctx, topUp);
  const gift = giftBack(on, amount);
  const { currency } = order;
  const about = (step: string) => ({
    key: `${BUSINESS.retail}${order.id}:${step}:${ctx.ids.next()}`,
    kind: 'refund' as const,
    consumeType: ConsumeType.values.publicAccountPackage,
    businessNo: order.order_no,
    remark: reason,
  });
  const paid = {
    creditId: topUp.paid_id,
    wallet: 'walletPaid',
    amount: money(amount, currency),
    to: sourceOf(order),
  } as const;
  await debitTo(ctx, card, paid, about('debit'));
  if (gift > 0n && topUp.gift_id) {
    const to = await bonusAccount(ctx, topUp);
    const back = { creditId: topUp.gift_id, wallet: 'walletGift', amount: money(gift, currency), to } as const;
    await debitTo(ctx, card, back, about('giftBack'));
  }
  const paidBack = BigInt(topUp.paid_back) + amount;
  const isWhole = paidBack === BigInt(topUp.amount);
  await writeTopUp(ctx, topUp.id, {
    paid_back: String(paidBack),
    gift_back: String(BigInt(topUp.gift_back) + gift),
    ...(isWhole && topUp.bonus_state === 'waiting' ? { bonus_state: 'cancelled' as const } : {}),
  });
  // Only when everything came back is the next one the card's first again.
  if (isWhole)
    await beyond(ctx)
      .deleteFrom('card_recharges.first_recharge')
      .where('card_id', '=', card.id)
      .where('top_up_id', '=', topUp.id)
      .execute();
  await announceCards(ctx, [card]);
}

export const soldTopUps: SoldAs = {
  type: OrderType.values.phoneBillRecharge,
  judge,
  deliver,
  refundable,
  takeBack,
};
