import {
  aliPayMerchants,
  listMerchantCalls,
  type MerchantEndpoints,
  otherMerchants,
  wechatMerchants,
} from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { OTHER_PROVIDERS, PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { bind, bindFile, bindList, bindPrepared, type Route } from '../../framework/domain.ts';
import { callDataset } from './gate/callList.ts';
import { merchantDataset } from './management/merchantList.ts';
import { platformCertificates } from './management/platformCertificates.ts';
import { readForm, readMerchant } from './management/readMerchant.ts';
import {
  addMerchant,
  capMerchant,
  deleteMerchant,
  editMerchant,
  enableMerchant,
  testMerchant,
} from './management/writeMerchant.ts';

function merchantRoutes(
  of: MerchantEndpoints,
  providers: readonly PaymentProvider[],
  screen: string,
): readonly Route[] {
  const list = merchantDataset(of.list, providers);
  return [
    bindList(of.list, list),
    bind(of.form, async (ctx) => readForm(ctx, providers)),
    bind(of.detail, (ctx, { query: { id } }) => readMerchant(ctx, { id, providers, screen, list })),
    bindPrepared(of.add, (ctx, { body }) => addMerchant(ctx, providers, body), { perMinute: 30 }),
    bindPrepared(of.edit, (ctx, { body }) => editMerchant(ctx, providers, body), { perMinute: 30 }),
    bindPrepared(of.test, (ctx, { body }) => testMerchant(ctx, providers, body), { perMinute: 60 }),
    bind(of.enable, (ctx, { body }) => enableMerchant(ctx, providers, body)),
    ...(of.cap ? [bind(of.cap, (ctx, { body }) => capMerchant(ctx, providers, body))] : []),
    ...(of.certificates
      ? [bindFile(of.certificates, (ctx, { query }) => platformCertificates(ctx, providers, query))]
      : []),
    bind(of.delete, (ctx, { body }) => deleteMerchant(ctx, providers, body)),
  ];
}

export const routes: readonly Route[] = [
  ...merchantRoutes(wechatMerchants, [PaymentProvider.values.wechat], 'merchantList'),
  ...merchantRoutes(aliPayMerchants, [PaymentProvider.values.aliPay], 'aLiPayConfig'),
  ...merchantRoutes(otherMerchants, OTHER_PROVIDERS, 'otherPaymentConfig'),
  bindList(listMerchantCalls, callDataset),
];
