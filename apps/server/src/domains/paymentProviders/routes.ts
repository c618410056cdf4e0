import {
  aliPayMerchants,
  listMerchantCalls,
  type MerchantEndpoints,
  wechatMerchants,
} from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { bind, bindList, bindPrepared, type Route } from '../../framework/domain.ts';
import { callDataset } from './gate/callList.ts';
import { merchantDataset } from './management/merchantList.ts';
import { readForm, readMerchant } from './management/readMerchant.ts';
import { addMerchant, deleteMerchant, editMerchant, enableMerchant, testMerchant } from './management/writeMerchant.ts';

function merchantRoutes(of: MerchantEndpoints, provider: PaymentProvider, screen: string): readonly Route[] {
  const list = merchantDataset(of.list, provider);
  return [
    bindList(of.list, list),
    bind(of.form, async (ctx) => readForm(ctx, provider)),
    bind(of.detail, (ctx, { query: { id } }) => readMerchant(ctx, { id, provider, screen, list })),
    bindPrepared(of.add, (ctx, { body }) => addMerchant(ctx, provider, body), { perMinute: 30 }),
    bindPrepared(of.edit, (ctx, { body }) => editMerchant(ctx, provider, body), { perMinute: 30 }),
    bindPrepared(of.test, (ctx, { body }) => testMerchant(ctx, provider, body), { perMinute: 60 }),
    bind(of.enable, (ctx, { body }) => enableMerchant(ctx, provider, body)),
    bind(of.delete, (ctx, { body }) => deleteMerchant(ctx, provider, body)),
  ];
}

export const routes: readonly Route[] = [
  ...merchantRoutes(wechatMerchants, PaymentProvider.values.wechat, 'merchantList'),
  ...merchantRoutes(aliPayMerchants, PaymentProvider.values.aliPay, 'aLiPayConfig'),
  bindList(listMerchantCalls, callDataset),
];
