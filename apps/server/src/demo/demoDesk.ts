import { say, text } from '@cardinal/primitives/text.ts';
import { asSeller } from '../domains/publicAccounts/face.ts';
import { giveBack } from '../domains/retailOrders/buying/giveBack.ts';
import { offersFor } from '../domains/retailOrders/listings/offers.ts';
import { requestRefund } from '../domains/retailOrders/refunding/requests.ts';
import type { Ctx } from '../framework/context.ts';
import { ACCOUNT, asBuyer, type Bought, buyFirst, SELLER } from './demoShop.ts';

const REASON = text('买错套餐，还没有用', 'Bought the wrong package; not used yet');
/** What becomes of further orders: at the desk, too late and given back, given back in vain, asked back. */
const STORIES = ['fails', 'fails', 'fails', 'late', 'late', 'abnormal', 'asked', 'asked'] as const;

/** A listing goes off while he pays, and comes back. */
async function payLate(ctx: Ctx, { orderId, listingId, pay }: Bought): Promise<void> {
  const shelve = (is_on_sale: boolean) =>
    ctx.db.updateTable('retail_orders.listing').set({ is_on_sale }).where('id', '=', listingId).execute();
  await ctx.db
    .updateTable('retail_orders.retail_order')
    // The provider's moments are whole seconds.
    .set({ pay_until: new Date(ctx.clock.now().getTime() - 60_000) })
    .where('id', '=', orderId)
    .execute();
  await shelve(false);
  await pay();
  await shelve(true);
}

async function tell(
  ctx: Ctx,
  story: (typeof STORIES)[number],
  bought: Bought,
  of: { end_user_id: string; card_id: string },
) {
  const { orderId } = bought;
  if (story === 'late' || story === 'abnormal') await payLate(ctx, bought);
  else await bought.pay();
  if (story === 'fails')
    // Whoever sets it up finds the card without a product.
    await ctx.db.updateTable('cards.card').set({ product_code: null }).where('id', '=', of.card_id).execute();
  if (story === 'asked')
    await asBuyer(ctx, of).transact((inside) => requestRefund(inside, { orderId, reason: say(REASON, ctx.language) }));
  if (story !== 'abnormal') return;
  await giveBack(ctx, { retailOrderId: orderId, cause: 'failed' });
  await ctx.db
    .updateTable('payments.refund')
    .set({
      state: 'abnormal',
      said: 'ABNORMAL',
      refused_zh: '用户银行卡已注销',
      refused_en: 'The buyer’s bank card is closed',
      next_at: null,
    })
    .where('payment_id', '=', bought.paymentId)
    .execute();
}

/** Orders that did not go well, for the desk and the register of refunds. */
export async function fillDesk(ctx: Ctx, simulatorUrl: string): Promise<void> {
  const users = await ctx.db
    .selectFrom('public_accounts.end_user')
    .select('id')
    .where('account_id', '=', ACCOUNT)
    .orderBy('id')
    .execute();
  const seller = await asSeller(ctx, SELLER);
  const bound = ctx.db.selectFrom('public_accounts.binding').select('card_id').where('account_id', '=', ACCOUNT);
  const cards = await seller.db
    .selectFrom('cards.v_card')
    .selectAll()
    .where('lifecycle', '=', 'activated')
    .where('product_code', 'is not', null)
    .where('id', 'not in', bound)
    .orderBy('id', 'desc')
    .limit(120)
    .execute();
  let told = 0;
  for (const card of cards) {
    const story = STORIES[told];
    if (!story) break;
    const offers = await offersFor(seller, { id: ACCOUNT, customer_id: SELLER }, card);
    if (!offers.some(({ whyNot }) => whyNot === undefined)) continue;
    const of = { end_user_id: users[told % Math.max(1, users.length - 1)]?.id ?? '', card_id: card.id };
    await ctx.db
      .insertInto('public_accounts.binding')
      .values({
        id: String(71_401 + told),
        ...of,
        account_id: ACCOUNT,
        customer_id: SELLER,
        created_at: ctx.clock.now(),
        ended_at: null,
      })
      .execute();
    const bought = await buyFirst(ctx, simulatorUrl, of);
    if (bought) await tell(ctx, story, bought, of);
    await ctx.db
      .updateTable('public_accounts.binding')
      .set({ ended_at: ctx.clock.now() })
      .where('id', '=', String(71_401 + told))
      .execute();
    told += 1;
  }
}
