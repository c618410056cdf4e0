import type { MerchantUse } from '../paymentProviders/face.ts';

/** A merchant that a mini-program is paid through is not deleted. */
export const useOfMerchant: MerchantUse = async (ctx, merchantId) => {
  const found = await ctx
    .beyondScope('whether a merchant may go depends on everybody’s mini-programs')
    .selectFrom('mini_programs.pay_route')
    .select('id')
    .where((or) => or.or([or('merchant_id', '=', merchantId), or('backup_id', '=', merchantId)]))
    .limit(1)
    .executeTakeFirst();
  return found ? ['route'] : [];
};
