import { money, negated } from '@cardinal/primitives/money.ts';
import { type Selectable, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { type Leg, ofCustomer, openAccount, post, requirePosted, settleHold } from '../../ledger/face.ts';
import type { OrderStepTable, OrderTable } from '../orderTables.ts';
import { type Share, type Step, sharesOf } from './orderRules.ts';
import { aboutOrderMoney } from './placeOrder.ts';

export type OrderRow = Selectable<OrderTable>;

/** A step as it is kept; without what is unknown. */
export function asStep(row: Selectable<OrderStepTable>, currency: string): Step {
  const amount = (minor: string) => money(BigInt(minor), currency);
  const perhaps = (minor: string | null) => (minor === null ? undefined : amount(minor));
  return {
    level: row.level,
    customerId: row.customer_id,
    reserve: perhaps(row.reserve),
    price: amount(row.price),
    margin: perhaps(row.margin),
  };
}

const ofLevels = (ctx: Ctx) => ctx.beyondScope('a sale is shared by the levels above the payer');

type Priced = Pick<OrderRow, 'id' | 'currency'>;

/** The steps of orders for one package, from the root down, by order. */
export async function stepsOfOrders(ctx: Ctx, orders: readonly Priced[]): Promise<ReadonlyMap<string, Step[]>> {
  const rows = await ofLevels(ctx)
    .selectFrom('orders.order_step')
    .selectAll()
    .where(sql<boolean>`order_id = any(${orders.map(({ id }) => id)}::bigint[])`)
    .orderBy('level')
    .execute();
  const byOrder = Map.groupBy(rows, (row) => row.order_id);
  return new Map(orders.map(({ id, currency }) => [id, (byOrder.get(id) ?? []).map((row) => asStep(row, currency))]));
}

/** Where a level's share is kept: the platform's is revenue, everybody else's is profit that may still be reversed. */
async function accountOfShare(ctx: Ctx, { customerId, isRoot, amount: { currency } }: Share) {
  const isPlatform = isRoot && (await customerOf(ofLevels(ctx), customerId))?.kind === 'PLATFORM';
  return openAccount(
    ctx,
    isPlatform
      ? { owner: 'platform', ownerId: customerId, customerId, currency, kind: 'revenue' }
      : ofCustomer(customerId, currency, 'profitFrozen'),
  );
}

/** The legs that give each level its share of so many packages; levels that earn nothing have none. */
async function legsOf(ctx: Ctx, steps: readonly Step[], times: bigint): Promise<Leg[]> {
  const legs: Leg[] = [];
  for (const share of sharesOf(steps)) {
    const minor = share.amount.minor * times;
    if (minor !== 0n) {
      legs.push({ account: await accountOfShare(ctx, share), amount: { ...share.amount, minor } });
    }
  }
  return legs;
}

/** Pays so many lines out of the hold of their order, to every level. `part` names these lines among the order's. */
export async function payLines(ctx: Ctx, order: OrderRow, lines: number, part: string): Promise<void> {
  if (order.hold_id === null || lines === 0) return;
  const { currency } = order;
  const paid = money(BigInt(order.price) * BigInt(lines), currency);
  const frozen = await openAccount(ctx, ofCustomer(order.customer_id, currency, 'frozen'));
  const legs = await legsOf(ctx, (await stepsOfOrders(ctx, [order])).get(order.id) ?? [], BigInt(lines));
  requirePosted(
    await settleHold(ctx, aboutOrderMoney(order.order_no, `settle:${part}`), order.hold_id, [
      { account: frozen, amount: negated(paid) },
      ...legs,
    ]),
  );
}

/** Gives each of these lines of an order back what these steps say, from every level to the payer. */
export async function payBack(
  ctx: Ctx,
  order: OrderRow,
  steps: readonly Step[],
  lineIds: readonly string[],
): Promise<void> {
  const back = steps.at(-1)?.price;
  const [first] = lineIds;
  if (!first || !back || back.minor === 0n) return;
  const times = BigInt(lineIds.length);
  const balance = await openAccount(ctx, ofCustomer(order.customer_id, order.currency, 'balance'));
  const legs = await legsOf(ctx, steps, -times);
  const about = { ...aboutOrderMoney(order.order_no, `refund:${first}`), kind: 'refund' as const };
  const amount = { ...back, minor: back.minor * times };
  requirePosted(await post(ctx, about, [{ account: balance, amount }, ...legs]));
}
