import type { MerchantUse } from '../../paymentProviders/face.ts';
import { ofLevels } from '../sharing/sharedPayments.ts';

/** A merchant that has split is never deleted: its splits are asked after through it. */
export const useOfMerchant: MerchantUse = async (ctx, merchantId) => {
  const found = await ofLevels(ctx)
    .selectFrom('split_orders.receiver')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .limit(1)
    .executeTakeFirst();
  return found ? ['history'] : [];
};
