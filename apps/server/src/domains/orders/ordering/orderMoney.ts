import { money, negated } from '@cardinal/primitives/money.ts';
import type { Selectable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { type Leg, ofCustomer, openAccount, post, requirePosted, settleHold } from '../../ledger/face.ts';
import type { OrderTable } from '../orderTables.ts';
import { type MarginAccount, marginKeeper, type SoldLine } from './margins.ts';
import { type Share, type Step, sharesOf } from './orderRules.ts';
import { aboutOrderMoney } from './placeOrder.ts';

export type OrderRow = Selectable<OrderTable>;

const ofLevels = (ctx: Ctx) => ctx.beyondScope('a sale is shared by the levels above the payer');

/** The steps of an order for one package, from the root down. */
export async function stepsOfOrder(ctx: Ctx, { id, currency }: Pick<OrderRow, 'id' | 'currency'>): Promise<Step[]> {
  const rows = await ofLevels(ctx)
    .selectFrom('orders.order_step')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('level')
    .execute();
  const amount = (minor: string) => money(BigInt(minor), currency);
  return rows.map((row) => ({
    level: row.level,
    customerId: row.customer_id,
    reserve: amount(row.reserve),
    price: amount(row.price),
    margin: amount(row.margin),
  }));
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
async function legsOf(
  ctx: Ctx,
  steps: readonly Step[],
  times: bigint,
  accounts: ReadonlyMap<string, MarginAccount> = new Map(),
): Promise<Leg[]> {
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

/** Pays these lines out of the hold of their order, to every level. */
export async function payLines(ctx: Ctx, order: OrderRow, lines: readonly SoldLine[]): Promise<void> {
  const [first] = lines;
  if (order.hold_id === null || !first) return;
  const { currency } = order;
  const paid = money(BigInt(order.price) * BigInt(lines.length), currency);
  const frozen = await openAccount(ctx, ofCustomer(order.customer_id, currency, 'frozen'));
  const steps = await stepsOfOrder(ctx, order);
  await ctx.contributed(marginKeeper)?.sold(ctx, { order, lines, steps: await earning(ctx, steps) });
  const legs = await legsOf(ctx, steps, BigInt(lines.length));
  requirePosted(
    await settleHold(ctx, aboutOrderMoney(order.order_no, `settle:${first.id}`), order.hold_id, [
      { account: frozen, amount: negated(paid) },
      ...legs,
    ]),
  );
}

/** Gives one line back what these steps say, from every level to the payer. */
export async function payBack(ctx: Ctx, order: OrderRow, steps: readonly Step[], lineId: string): Promise<void> {
  const back = steps.at(-1)?.price;
  if (!back || back.minor === 0n) return;
  const accounts = await ctx.contributed(marginKeeper)?.givenBack(ctx, {
    order,
    lineId,
    steps: await earning(ctx, steps),
  });
  const balance = await openAccount(ctx, ofCustomer(order.customer_id, order.currency, 'balance'));
  const legs = await legsOf(ctx, steps, -1n, accounts);
  const about = { ...aboutOrderMoney(order.order_no, `refund:${lineId}`), kind: 'refund' as const };
  requirePosted(await post(ctx, about, [{ account: balance, amount: back }, ...legs]));
}
