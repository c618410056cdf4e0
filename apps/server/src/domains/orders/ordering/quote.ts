import { packageNotOrderable, soldBelowReserve } from '@cardinal/contract/api/orders/refusals.ts';
import { OrderingSwitch } from '@cardinal/contract/enumerations/package.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Money, money, moneyText } from '@cardinal/primitives/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { priceChain, whyNotOrderable } from '../../packages/face.ts';
import { type OrderRow, stepsOfOrders } from './orderMoney.ts';
import { type ChainLevel, chainTimes, isPriceKept, levelsOfSteps, priceOf } from './orderRules.ts';
import { channelOfActor } from './payers.ts';
import { levelsOf } from './placeOrder.ts';
import { type SoldPackage, soldVersion } from './soldPackage.ts';

/** What is ordered now, how often for each card, and the task whose failed cards are ordered for again. */
type Wanted = {
  readonly sold: SoldPackage;
  readonly payerId: string;
  readonly periods: number;
  readonly repeats: string | undefined;
};

export type Quote = {
  readonly sold: SoldPackage;
  /** What each level owes for one of it. */
  readonly chain: readonly ChainLevel[];
  /** The order whose price it keeps. */
  readonly keeps: string | null;
  /** As previews and tasks say it: the package, and which price applies where there are two. */
  readonly words: Text;
};

/** The prices in force from the root to the payer; refused with the switch that is off. */
async function chainNow(ctx: Ctx, packageId: string, payerId: string): Promise<ChainLevel[]> {
  const off = await whyNotOrderable(ctx, packageId, payerId, { channel: channelOfActor(ctx) });
  if (off) throw new Refused(packageNotOrderable, { reason: OrderingSwitch.labelOf(off) });
  const chain = await priceChain(ctx, packageId, payerId, ctx.clock.now());
  if (!chain) throw new Refused(soldBelowReserve);
  return levelsOf(chain);
}

const orderBy = (ctx: Ctx, { payerId, sold }: Wanted, column: 'id' | 'task_id', value: string) =>
  ctx.db
    .selectFrom('orders.package_order')
    .selectAll()
    .where(column, '=', value)
    .where('customer_id', '=', payerId)
    .where('package_id', '=', sold.id)
    // What an end user paid is no price of the seller's own.
    .where('buyer_id', 'is', null)
    // Nor what a redeem code cost.
    .where('is_prepaid', '=', false)
    .executeTakeFirst();

/** The order that made the price of what is repeated: a retry that kept a price names it. */
async function firstOrder(ctx: Ctx, wanted: Wanted): Promise<OrderRow | undefined> {
  if (wanted.repeats === undefined) return undefined;
  const repeated = await orderBy(ctx, wanted, 'task_id', wanted.repeats);
  return repeated?.repeats_id ? orderBy(ctx, wanted, 'id', repeated.repeats_id) : repeated;
}

const timesSold = ({ name }: SoldPackage, periods: number): Text =>
  periods === 1 ? text(name, name) : text(`${name} × ${periods} 期`, `${name} × ${periods}`);

const isSame = (one: Money, other: Money): boolean => one.minor === other.minor && one.currency === other.currency;

/**
 * What a package costs the payer: at the prices of now; failed cards that are retried in time, at those of their order. Where the
 * price has moved meanwhile, the words say both.
 */
export async function quoteOf(ctx: Ctx, wanted: Wanted): Promise<Quote> {
  const { sold, payerId, periods } = wanted;
  const chain = await chainNow(ctx, sold.id, payerId);
  const { zh, en } = timesSold(sold, periods);
  const first = await firstOrder(ctx, wanted);
  const now = priceOf(chainTimes(chain, periods));
  if (!first) return { sold, chain, keeps: null, words: { zh, en } };
  const then = money(BigInt(first.price), first.currency);
  const { order_no: orderNo } = first;
  if (!isPriceKept(first.finished_at, ctx.clock.now())) {
    const words = isSame(now, then)
      ? text(zh, en)
      : text(
          `${zh}（按现价；订单 ${orderNo} 时为 ${moneyText(then)}）`,
          `${en} (at the price of now; ${moneyText(then)} in order ${orderNo})`,
        );
    return { sold, chain, keeps: null, words };
  }
  const steps = (await stepsOfOrders(ctx, [first])).get(first.id) ?? [];
  return {
    sold: await soldVersion(ctx, first.package_version_id),
    chain: levelsOfSteps(steps, { customerId: payerId, price: then }, periods),
    keeps: first.id,
    words: isSame(now, then)
      ? text(zh, en)
      : text(
          `${zh}（按订单 ${orderNo} 的价格；现价 ${moneyText(now)}）`,
          `${en} (at the price of order ${orderNo}; now ${moneyText(now)})`,
        ),
  };
}
