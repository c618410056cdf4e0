import { RechargeKind } from '@cardinal/contract/enumerations/order.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { topUp } from '../domains/cardRecharges/topUps/beginTopUp.ts';
import { stepPayment } from '../domains/payments/steps/stepPayment.ts';
import { asSeller } from '../domains/publicAccounts/face.ts';
import { requestRefund } from '../domains/retailOrders/refunding/requests.ts';
import type { Ctx } from '../framework/context.ts';
import { ACCOUNT, asBuyer, ask, SELLER } from './demoShop.ts';

const { phoneBill, first } = RechargeKind.values;
const CANCELLED = text('充错卡了', 'Topped up the wrong card');

/** In yuan: what is paid, what is added, and where it holds. */
const TIERS: readonly { kind: RechargeKind; amount: number; bonus: number; of?: 'product'; off?: true }[] = [
  { kind: first, amount: 20, bonus: 5 },
  { kind: phoneBill, amount: 30, bonus: 0 },
  { kind: phoneBill, amount: 50, bonus: 5 },
  { kind: phoneBill, amount: 100, bonus: 12 },
  { kind: phoneBill, amount: 200, bonus: 30 },
  { kind: phoneBill, amount: 100, bonus: 18, of: 'product' },
  { kind: phoneBill, amount: 500, bonus: 100, off: true },
];
const idOf = (at: number) => String(71_501 + at);
const FREE = '71600';

async function writeTiers(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const seller = await asSeller(ctx, SELLER);
  const card = await seller.db
    .selectFrom('cards.v_card')
    .select('product_code')
    .where('product_code', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  await ctx.db
    .insertInto('card_recharges.tier')
    .values(
      TIERS.map(({ kind, amount, bonus, of, off }, at) => ({
        id: idOf(at),
        customer_id: SELLER,
        account_id: of ? null : ACCOUNT,
        product_code: of ? (card?.product_code ?? null) : null,
        kind,
        amount: String(amount * 100),
        bonus: String(bonus * 100),
        currency: 'CNY' as const,
        sort: (at + 1) * 10,
        is_enabled: off === undefined,
        valid_from: null,
        valid_until: null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  await ctx.db
    .insertInto('card_recharges.free_amount')
    .values({
      account_id: ACCOUNT,
      id: FREE,
      customer_id: SELLER,
      is_on: true,
      least: '1000',
      most: '100000',
      step: '1000',
      currency: 'CNY',
      version: 1,
      updated_at: now,
    })
    .execute();
}

/** Puts money on a follower's card, paid at the simulated provider. */
async function buy(ctx: Ctx, simulatorUrl: string, of: { end_user_id: string; card_id: string }, at: number | 'free') {
  const tier = at === 'free' ? undefined : TIERS[at];
  const sent = tier
    ? { id: idOf(at as number), amount: String(tier.amount * 100), bonus: String(tier.bonus * 100) }
    : { id: FREE, amount: '4000', bonus: '0' };
  const { orderId } = await asBuyer(ctx, of).transact((inside) => topUp(inside, { cardId: of.card_id, ...sent }));
  const order = await ctx.db
    .selectFrom('retail_orders.retail_order')
    .select(['payment_id', 'trade_no'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  await stepPayment(ctx, order.payment_id);
  await ask(`${simulatorUrl}/_control/wechat/trades/${order.trade_no}/pay`, {});
  await stepPayment(ctx, order.payment_id);
  return orderId;
}

/** Tiers of the demo's account, and what its followers put on their cards; one of them wants his money back. */
export async function seedTopUps(ctx: Ctx, simulatorUrl: string): Promise<void> {
  await writeTiers(ctx);
  const bound = await ctx.db
    .selectFrom('public_accounts.binding')
    .select(['end_user_id', 'card_id'])
    .where('account_id', '=', ACCOUNT)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
  for (const [n, of] of bound.entries()) {
    for (const at of n === 0 ? [0, 2, 'free' as const] : n === 1 ? [0, 3] : [2]) {
      const orderId = await buy(ctx, simulatorUrl, of, at);
      if (n === 1 && at === 3)
        await asBuyer(ctx, of).transact((inside) =>
          requestRefund(inside, { orderId, reason: say(CANCELLED, ctx.language) }),
        );
    }
  }
}
