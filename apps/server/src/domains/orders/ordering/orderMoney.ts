import { OrderSource } from '@cardinal/contract/enumerations/order.ts';
import { money, negated } from '@cardinal/primitives/money.ts';
import { type Selectable, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { type Leg, ofCustomer, openAccount, post, requirePosted, settleHold } from '../../ledger/face.ts';
import { soldBack } from '../events.ts';
import type { OrderStepTable, OrderTable } from '../orderTables.ts';
import { type Accounts, type MarginAccount, marginKeeper, type SoldLine } from './margins.ts';
import { type Share, type Step, sharesOf, stepsOfUnit } from './orderRules.ts';
import { aboutOrderMoney, purseOf } from './placeOrder.ts';

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
    ...(row.share !== null && { share: row.share }),
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

const isPlatform = async (ctx: Ctx, { level, customerId }: Pick<Step, 'level' | 'customerId'>): Promise<boolean> =>
  level === 0 && (await customerOf(ofLevels(ctx), customerId))?.kind === 'PLATFORM';

/** The levels whose margin is profit: all but the platform, whose share is revenue. */
async function earning(ctx: Ctx, steps: readonly Step[]): Promise<Step[]> {
  const [root] = steps;
  return root && (await isPlatform(ctx, root)) ? steps.slice(1) : [...steps];
}

/** Where a level's share is kept: the platform's is revenue, everybody else's is profit that may still be reversed. */
async function accountOfShare(ctx: Ctx, { customerId, isRoot, amount: { currency } }: Share, kind: MarginAccount) {
  return openAccount(
    ctx,
    isRoot && (await isPlatform(ctx, { level: 0, customerId }))
      ? { owner: 'platform', ownerId: customerId, customerId, currency, kind: 'revenue' }
      : ofCustomer(customerId, currency, kind),
  );
}

/** The legs that give each level its share of so many packages; levels that earn nothing have none. */
async function legsOf(ctx: Ctx, steps: readonly Step[], times: bigint, accounts: Accounts = new Map()): Promise<Leg[]> {
  const legs: Leg[] = [];
  for (const share of sharesOf(steps)) {
    const minor = share.amount.minor * times;
    if (minor !== 0n) {
      const account = await accountOfShare(ctx, share, accounts.get(share.customerId) ?? 'profitFrozen');
      legs.push({ account, amount: { ...share.amount, minor } });
    }
  }
  return legs;
}

const pricesOf = (steps: readonly Step[]): string =>
  steps.map(({ reserve, price }) => `${reserve?.minor} ${price.minor}`).join();

/** Pays these lines out of the hold of their order, to every level; those that cost the same in one posting. */
export async function payLines(ctx: Ctx, order: OrderRow, lines: readonly SoldLine[]): Promise<void> {
  const { currency, hold_id, units } = order;
  if (hold_id === null || lines.length === 0) return;
  const whole = (await stepsOfOrders(ctx, [order])).get(order.id) ?? [];
  const frozen = await openAccount(ctx, purseOf(order, 'frozen'));
  const stepsOf = ({ unit }: SoldLine) => stepsOfUnit(whole, unit, units);
  for (const alike of Map.groupBy(lines, (line) => pricesOf(stepsOf(line))).values()) {
    const first = alike[0] as SoldLine;
    const steps = stepsOf(first);
    const paid = (steps.at(-1)?.price.minor ?? 0n) * BigInt(alike.length);
    if (paid === 0n) continue;
    await ctx.contributed(marginKeeper)?.sold(ctx, { order, lines: alike, steps: await earning(ctx, steps) });
    const legs = await legsOf(ctx, steps, BigInt(alike.length));
    requirePosted(
      await settleHold(ctx, aboutOrderMoney(order, `settle:${first.id}`), hold_id, [
        { account: frozen, amount: negated(money(paid, currency)) },
        ...legs,
      ]),
    );
  }
}

/** Which accounts a line takes its levels' margins from. */
const signature = (accounts: Accounts | undefined): string =>
  [...(accounts ?? [])]
    .map(([customerId, kind]) => `${customerId} ${kind}`)
    .sort()
    .join();

/**
 * Gives each of these lines of an order back what these steps say, from every level to the payer. What an end user bought is told
 * to the room that returns it to him, unless that room asked for it.
 */
export async function payBack(
  ctx: Ctx,
  order: OrderRow,
  steps: readonly Step[],
  lineIds: readonly string[],
  isTold = true,
): Promise<void> {
  const back = steps.at(-1)?.price;
  if (!back || back.minor === 0n) return;
  const accounts = await ctx
    .contributed(marginKeeper)
    ?.givenBack(ctx, { order, lineIds, steps: await earning(ctx, steps) });
  const balance = await openAccount(ctx, purseOf(order, 'balance'));
  for (const ids of Map.groupBy(lineIds, (id) => signature(accounts?.get(id))).values()) {
    const first = ids[0] as string;
    const times = BigInt(ids.length);
    const legs = await legsOf(ctx, steps, -times, accounts?.get(first));
    const about = { ...aboutOrderMoney(order, `refund:${first}`), kind: 'refund' as const };
    const amount = { ...back, minor: back.minor * times };
    requirePosted(await post(ctx, about, [{ account: balance, amount }, ...legs]));
    if (isTold && order.source === OrderSource.values.wechat)
      await ctx.emit(soldBack, {
        orderId: order.id,
        cause: `line:${first}`,
        parts: ids.length,
        amount: String(amount.minor),
      });
  }
}
