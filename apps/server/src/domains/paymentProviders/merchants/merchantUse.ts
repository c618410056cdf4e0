import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionList, extensionPoint } from '../../../framework/contributions.ts';

/** For what a room uses a merchant: payments or payouts went through it, a route takes in by it, a rule pays out by it. */
export type UseOfMerchant = 'history' | 'route' | 'payoutRule';

/** What the rooms after this one know of a merchant that is to be deleted. */
export type MerchantUse = (ctx: Ctx, merchantId: string) => Promise<readonly UseOfMerchant[]>;

export const merchantUse = extensionList<MerchantUse>('paymentProviders.merchantUse');

/** What came in a currency since midnight in China, and what is begun and still to be paid; in its smallest unit. */
export type Taken = { readonly currency: Currency; readonly paid: bigint; readonly underWay: bigint };

/** What a merchant does for the rooms after this one: for what it collects, and the notices that came for it. */
export type MerchantActivity = {
  readonly routes: readonly { readonly scene: PaymentScene; readonly currency: Currency }[];
  readonly lastNoticeAt: Date | null;
  /** Of today. */
  readonly forgedNotices: number;
  /** What came today, and what is still to be paid of what was begun, by currency. */
  readonly today: readonly Taken[];
};
export type ActivityOfMerchants = (
  ctx: Ctx,
  merchantIds: readonly string[],
) => Promise<ReadonlyMap<string, MerchantActivity>>;

export const merchantActivity = extensionPoint<ActivityOfMerchants>('paymentProviders.merchantActivity');
