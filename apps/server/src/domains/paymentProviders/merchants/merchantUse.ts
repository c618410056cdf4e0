import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';

/** What the rooms after this one know of merchants: whether payments went through one, whether a route uses it. */
export type MerchantUse = (
  ctx: Ctx,
  merchantId: string,
) => Promise<{ readonly hasPayments: boolean; readonly isRouted: boolean }>;

export const merchantUse = extensionPoint<MerchantUse>('paymentProviders.merchantUse');
