import type { Ctx } from '../../../framework/context.ts';
import type { MerchantUse } from '../../paymentProviders/face.ts';

const WHY = 'whether a merchant may go depends on everybody’s payments';

export const useOfMerchant: MerchantUse = async (ctx: Ctx, merchantId) => {
  const one = (table: 'payments.payment' | 'payments.collecting_account') =>
    ctx
      .beyondScope(WHY)
      .selectFrom(table)
      .select('id')
      .where('merchant_id', '=', merchantId)
      .limit(1)
      .executeTakeFirst();
  return {
    hasPayments: (await one('payments.payment')) !== undefined,
    isRouted: (await one('payments.collecting_account')) !== undefined,
  };
};
