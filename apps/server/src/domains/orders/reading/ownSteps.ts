import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { asStep } from '../ordering/orderMoney.ts';
import type { Step } from '../ordering/orderRules.ts';

const FROM_ABOVE = text('上级操作', 'By a parent customer');
const FROM_SYSTEM = text('系统', 'System');

/** The customer whose amounts a caller reads; the system reads nobody's. */
export const ownCustomer = (ctx: Ctx): string | undefined =>
  ctx.actor.kind === 'account' ? ctx.actor.customerId : undefined;

/** The steps of the caller's own customer in these orders, for one package, by order. Where it is the payer there is none. */
export async function ownSteps(
  ctx: Ctx,
  orders: readonly { readonly id: string; readonly currency: string }[],
): Promise<ReadonlyMap<string, Step>> {
  const own = ownCustomer(ctx);
  const currencies = new Map(orders.map(({ id, currency }) => [id, currency]));
  if (!own || currencies.size === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('orders.order_step')
    .selectAll()
    .where('order_id', 'in', [...currencies.keys()])
    .where('customer_id', '=', own)
    .execute();
  return new Map(rows.map((row) => [row.order_id, asStep(row, currencies.get(row.order_id) ?? '')]));
}

/** Who acted: accounts of customers above the caller are not named. */
export function operatorName(ctx: Ctx, acted: { readonly name: string; readonly customerId: string | null }): string {
  if (acted.customerId === null) return say(FROM_SYSTEM, ctx.language);
  const isKnown = ctx.scope.everything || ctx.scope.customerIds.includes(acted.customerId);
  return isKnown ? acted.name : say(FROM_ABOVE, ctx.language);
}
