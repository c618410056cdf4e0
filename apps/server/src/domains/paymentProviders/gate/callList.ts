import { listMerchantCalls } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { dataset } from '../../../framework/dataset.ts';

export const callDataset = dataset(listMerchantCalls, {
  from: (ctx) =>
    ctx.db
      .selectFrom('payment_providers.call as c')
      .innerJoin('payment_providers.merchant as m', (join) => join.onRef('m.id', '=', 'c.merchant_id')),
  table: 'c',
  select: (query) => query.selectAll('c').select('m.name as merchant_name'),
});
