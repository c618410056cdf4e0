import type { MerchantUse } from '../../paymentProviders/face.ts';

/** A merchant with accounts of users is never deleted: their money is asked after through it. */
export const useOfMerchant: MerchantUse = async (ctx, merchantId) => {
  const found = await ctx
    .beyondScope('whether a merchant has accounts, whoever holds them')
    .selectFrom('sub_accounts.account')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .limit(1)
    .executeTakeFirst();
  return found ? ['history'] : [];
};
