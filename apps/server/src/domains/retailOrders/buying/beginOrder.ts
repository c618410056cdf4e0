import { noMerchantTakes, providerNotOffered } from '@cardinal/contract/api/payments/refusals.ts';
import { notPayableNow, notSoldHere, tooManyUnpaid } from '@cardinal/contract/api/retailOrders/refusals.ts';
import { FulfilmentState, type OrderType, PaymentState } from '@cardinal/contract/enumerations/order.ts';
import { PaymentProvider, PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Ctx, endUserOf } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { programRouteFor } from '../../miniPrograms/face.ts';
import { type Begun, beginPayment, isCollectedFrom } from '../../payments/face.ts';
import { openAccountPage } from '../../publicAccounts/face.ts';
import { PAYABLE_MS } from './payable.ts';
import type { RetailOrderRow } from './retailMoney.ts';

/** Short, easy to say, and derived from the unique id. */
export const orderNoOf = (id: string) => `W${BigInt(id).toString(36).toUpperCase()}`;
const MOST_UNPAID = 10;

const own = (ctx: Ctx) => ctx.beyondScope('an end user’s own orders');

/** What an end user has not paid yet. */
export async function unpaidOf(ctx: Ctx) {
  return own(ctx)
    .selectFrom('retail_orders.retail_order')
    .select(['id', 'card_id', 'listing_id', 'price', 'pay_until'])
    .where('end_user_id', '=', endUserOf(ctx).endUserId)
    .where('pay_state', '=', PaymentState.values.unpaid)
    .where('fulfil_state', '=', FulfilmentState.values.none)
    .execute();
}

/**
 * The merchant that takes the money: of whoever collects from the seller's children; by Lianlian where a route for package orders
 * leads there.
 */
async function paymentFor(
  ctx: Ctx,
  seller: Ctx,
  sellerId: string,
  about: { id: string; title: string; price: string; returnUrl: string },
): Promise<Begun> {
  const account = await openAccountPage(ctx, endUserOf(ctx).publicAccountId);
  const customer = await customerOf(seller.db, sellerId);
  if (!account || !customer) throw new Refused(notFound);
  const user = await own(ctx)
    .selectFrom('public_accounts.v_end_user')
    .select('openid')
    .where('id', '=', endUserOf(ctx).endUserId)
    .executeTakeFirstOrThrow();
  const scene = PaymentScene.values.packageOrder;
  // An end user stands below his seller like one of its children.
  const payer = { id: sellerId, parentId: sellerId, path: `${customer.path}0/`, currency: customer.currency };
  const { lianlian, wechat } = PaymentProvider.values;
  const through = account.kind === 'miniProgram' ? await programRouteFor(ctx, account.id) : undefined;
  if (through?.why) throw new Refused(notSoldHere, { reason: through.why });
  const isByLianlian = !through && (await isCollectedFrom(seller, payer, { scene, provider: lianlian }));
  try {
    return await beginPayment(seller, {
      scene,
      subjectId: about.id,
      payer,
      provider: isByLianlian ? lianlian : wechat,
      amount: BigInt(about.price),
      description: `${account.name} ${about.title}`,
      returnUrl: about.returnUrl,
      buyer: { appid: account.appid, openid: user.openid },
      through: through?.route,
    });
  } catch (error) {
    const isRoute = error instanceof Refused && [noMerchantTakes, providerNotOffered].includes(error.refusal);
    if (!isRoute) throw error;
    ctx.log.warn({ publicAccount: account.id, refusal: error.refusal.name }, 'nobody takes the money of end users');
    throw new Refused(notPayableNow);
  }
}

type NewOrder = Pick<
  RetailOrderRow,
  'listing_id' | 'card_id' | 'iccid' | 'package_id' | 'title' | 'price' | 'currency'
> & {
  readonly type: OrderType;
  /** As it is kept: what each level owes; of what is no package, nothing. */
  readonly chain: string;
  /** Whether a collector that is the seller has its cash and pays from its balance, once who collects is known. */
  readonly isSelf: (begun: Begun) => boolean;
};

/** Writes an order with its payment, in the caller's transaction, which holds the end user. */
export async function beginOrder(
  ctx: Ctx,
  seller: Ctx,
  { isSelf, ...order }: NewOrder,
): Promise<{ readonly orderId: string; readonly begun: Begun }> {
  const { endUserId, publicAccountId, customerId } = endUserOf(ctx);
  if ((await unpaidOf(ctx)).length >= MOST_UNPAID) throw new Refused(tooManyUnpaid);
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const { title, price } = order;
  const returnUrl = `/h5/${publicAccountId}/?order=${id}`;
  const begun = await paymentFor(ctx, seller, customerId, { id, title, price, returnUrl });
  await own(ctx)
    .insertInto('retail_orders.retail_order')
    .values({
      ...order,
      id,
      order_no: orderNoOf(id),
      account_id: publicAccountId,
      customer_id: customerId,
      end_user_id: endUserId,
      payment_id: begun.paymentId,
      trade_no: begun.tradeNo,
      collector_id: begun.collectorId,
      is_self_collected: isSelf(begun),
      pay_until: new Date(now.getTime() + PAYABLE_MS),
      pay_state: PaymentState.values.unpaid,
      paid_at: null,
      fulfil_state: FulfilmentState.values.none,
      why_zh: null,
      why_en: null,
      package_order_id: null,
      remark: null,
      created_at: now,
      finished_at: null,
    })
    .execute();
  return { orderId: id, begun };
}
