import type { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { merchantScreenOf } from '@cardinal/contract/enumerations/statement.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';

type Merchant = { readonly customer_id: string; readonly provider: PaymentProvider };

const mayOn = (ctx: Ctx, { provider }: Merchant, verb: 'view' | 'edit') =>
  holds(ctx.actor, `${merchantScreenOf(provider)}.${verb}`);

/** Its owner's staff decides about its statements. */
export const mayDecide = (ctx: Ctx, merchant: Merchant): boolean =>
  merchant.customer_id === accountOf(ctx).customerId && mayOn(ctx, merchant, 'edit');

/** A merchant that the caller sees on its screen. */
export async function merchantInSight(ctx: Ctx, id: string) {
  const merchant = await ctx.db
    .selectFrom('payment_providers.v_merchant')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'off')
    .executeTakeFirst();
  return merchant && (mayOn(ctx, merchant, 'view') || mayOn(ctx, merchant, 'edit')) ? merchant : undefined;
}
