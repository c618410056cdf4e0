import { BUSINESS } from '@cardinal/contract/api/ledger/business.ts';
import { soldBelowReserve } from '@cardinal/contract/api/orders/refusals.ts';
import { FulfilmentState, OrderSource, OrderType } from '@cardinal/contract/enumerations/order.ts';
import type { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import { ConsumeType } from '@cardinal/contract/enumerations/payment.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type AccountOf, hold, ofCustomer, openAccount, requirePosted } from '../../ledger/face.ts';
import type { PriceStep } from '../../packages/face.ts';
import type { OrderTable } from '../orderTables.ts';
import { type ChainLevel, chainTimes, minorOrNull, priceOf, soldAtLoss, stepsOf } from './orderRules.ts';
import type { SoldPackage } from './soldPackage.ts';

export type NewOrder = {
  /** What each level owes for one package at this moment, from the root to the payer. */
  readonly chain: readonly ChainLevel[];
  readonly sold: SoldPackage;
  /** So many of it for each card. */
  readonly periods: number;
  readonly effectiveType: EffectiveType;
  readonly postponeDays: number;
  readonly taskId: string;
  /** The order whose price it keeps. */
  readonly keeps?: string | null;
  /** An end user who pays from his wallet; the last level of the chain is then his seller at his price. */
  readonly buyerId?: string | null;
  readonly source?: OrderSource;
  /** Its payer paid before: it is held of what is owed to him. */
  readonly isPrepaid?: boolean;
  /** The pool it fills; what it gets then stands in the place of the cards. */
  readonly fills?: string | null;
  readonly cards: readonly { readonly id: string; readonly iccid: string }[];
};

/** A chain of prices in force as an order takes it. */
export const levelsOf = (steps: readonly PriceStep[]): ChainLevel[] =>
  steps.map(({ customerId, cost, currency, share }) => ({
    customerId,
    ...(share !== null && { share }),
    reservePrice: cost === null ? undefined : money(BigInt(cost), currency),
  }));

/** Short, easy to say, and derived from the unique id. */
const orderNoOf = (id: string) => `P${BigInt(id).toString(36).toUpperCase()}`;

/** Where an order is paid from, and what is held of it: the balance of its customer, or the wallet of the end user who bought. */
export const purseOf = (
  { customer_id, buyer_id, currency }: Pick<OrderTable, 'customer_id' | 'buyer_id' | 'currency'>,
  part: 'balance' | 'frozen',
): AccountOf =>
  buyer_id === null
    ? ofCustomer(customer_id, currency, part)
    : {
        owner: 'endUser',
        ownerId: buyer_id,
        customerId: customer_id,
        currency,
        kind: part === 'frozen' ? 'frozen' : 'walletPaid',
      };

export const aboutOrderMoney = (
  { order_no, fills_pool_id }: { readonly order_no: string; readonly fills_pool_id: string | null },
  step: string,
) => ({
  key: `${BUSINESS.order}${order_no}:${step}`,
  kind: 'sale' as const,
  consumeType: fills_pool_id === null ? ConsumeType.values.platformPackage : ConsumeType.values.poolPackage,
  businessNo: order_no,
});

/**
 * Writes an order with its lines and the chain of prices in force, in which nobody but the root sells at a loss, and holds its
 * whole amount on the payer's balance or the buyer's wallet, in the transaction that starts its task. Answers its id and number.
 */
export async function placeOrder(
  ctx: Ctx,
  { chain: ofOne, sold, periods, cards, ...asked }: NewOrder,
): Promise<{ id: string; orderNo: string }> {
  const { actor } = ctx;
  const id = ctx.ids.next();
  const orderNo = orderNoOf(id);
  const now = ctx.clock.now();
  const buyerId = asked.buyerId ?? null;
  const fills = asked.fills ?? null;
  const chain = chainTimes(ofOne, periods);
  const payerId = (chain.at(-1) as ChainLevel).customerId;
  if (soldAtLoss(stepsOf(chain)).length > 0) throw new Refused(soldBelowReserve);
  const price = priceOf(chain);
  const db = ctx.beyondScope('an order belongs to its payer, its steps to the levels above');
  await db
    .insertInto('orders.package_order')
    .values({
      id,
      order_no: orderNo,
      customer_id: payerId,
      type: OrderType.values.buyPackage,
      source:
        asked.source ??
        (actor.kind === 'account' && actor.openKey ? OrderSource.values.api : OrderSource.values.platform),
      package_id: sold.id,
      package_version_id: sold.versionId,
      package_name: sold.name,
      package_type: sold.type,
      effective_type: asked.effectiveType,
      postpone_days: asked.postponeDays,
      currency: price.currency,
      price: String(price.minor),
      units: sold.units * periods,
      lines: cards.length,
      fulfil_state: FulfilmentState.values.ordering,
      hold_id: null,
      task_id: asked.taskId,
      repeats_id: asked.keeps ?? null,
      ordered_by: actor.kind === 'account' ? actor.accountId : null,
      ordered_by_name: actor.kind === 'account' ? actor.account : '',
      ordered_by_customer_id: actor.kind === 'account' ? actor.customerId : null,
      buyer_id: buyerId,
      is_prepaid: asked.isPrepaid ?? false,
      fills_pool_id: fills,
      created_at: now,
      finished_at: null,
    })
    .execute();
  const steps = stepsOf(chain).map(({ level, customerId, share = null, ...amounts }) => ({
    order_id: id,
    level,
    customer_id: customerId,
    reserve: minorOrNull(amounts.reserve),
    price: String(amounts.price.minor),
    margin: minorOrNull(amounts.margin),
    share,
  }));
  if (steps.length > 0) await db.insertInto('orders.order_step').values(steps).execute();
  await sql`
    insert into orders.order_line (id, order_id, card_id, iccid, customer_id, platform, state, fills_pool_id, created_at)
    select line.id, ${id}, line.card_id, line.iccid, ${payerId}, ${sold.platform}, ${FulfilmentState.values.ordering}, ${fills}::bigint, ${now}
    from unnest(${cards.map(() => ctx.ids.next())}::bigint[], ${cards.map((card) => card.id)}::bigint[],
      ${cards.map((card) => card.iccid)}::text[]) as line (id, card_id, iccid)`.execute(db);
  const amount = money(price.minor * BigInt(cards.length), price.currency);
  if (amount.minor === 0n) return { id, orderNo };
  const purse = { customer_id: payerId, buyer_id: buyerId, currency: price.currency };
  const held = requirePosted(
    await hold(ctx, aboutOrderMoney({ order_no: orderNo, fills_pool_id: fills }, 'hold'), {
      from: await openAccount(
        ctx,
        asked.isPrepaid ? ofCustomer(payerId, price.currency, 'payable') : purseOf(purse, 'balance'),
      ),
      into: await openAccount(ctx, purseOf(purse, 'frozen')),
      amount,
    }),
  );
  await db.updateTable('orders.package_order').set({ hold_id: held.holdId }).where('id', '=', id).execute();
  return { id, orderNo };
}
