import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';

/** What the rooms after this one know of merchants: whether payments went through one, whether a route uses it. */
export type MerchantUse = (
  ctx: Ctx,
  merchantId: string,
) => Promise<{ readonly hasPayments: boolean; readonly isRouted: boolean }>;

export const merchantUse = extensionPoint<MerchantUse>('paymentProviders.merchantUse');

/** What a merchant does for the rooms after this one: for what it collects, and the notices that came for it. */
export type MerchantActivity = {
  readonly routes: readonly { readonly scene: PaymentScene; readonly currency: Currency }[];
  readonly lastNoticeAt: Date | null;
  /** Of today. */
  readonly forgedNotices: number;
};
export type ActivityOfMerchants = (
  ctx: Ctx,
  merchantIds: readonly string[],
) => Promise<ReadonlyMap<string, MerchantActivity>>;

export const merchantActivity = extensionPoint<ActivityOfMerchants>('paymentProviders.merchantActivity');
