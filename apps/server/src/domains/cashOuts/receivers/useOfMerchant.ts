import type { MerchantUse } from '../../paymentProviders/face.ts';
import { beyond } from '../cashOut/cashOutStore.ts';

/** Whether cash-outs were sent by a merchant, and whether a rule pays by it. */
export const useOfMerchant: MerchantUse = async (ctx, merchantId) => {
  const one = (table: 'cash_outs.cash_out' | 'cash_outs.rule') =>
    beyond(ctx)
      .selectFrom(table)
      .select('merchant_id')
      .where('merchant_id', '=', merchantId)
      .limit(1)
      .executeTakeFirst();
  return [
    ...((await one('cash_outs.cash_out')) ? (['history'] as const) : []),
    ...((await one('cash_outs.rule')) ? (['payoutRule'] as const) : []),
  ];
};
