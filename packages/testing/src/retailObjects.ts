import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { Add } from './objects.ts';

/** A public account, a package it lists, and what one of its users ordered. */
export async function retailOf(
  customerId: string,
  of: { package: string; card: string; iccid: string; merchant: string },
  add: Add,
) {
  const ofCustomer = { customer_id: customerId };
  const address = 'http://127.0.0.1:1';
  const publicAccount = await add('public_accounts.account', {
    ...ofCustomer,
    name: `公众号${customerId}`,
    appid: `wx${customerId.padStart(16, '0')}`,
    api_base_url: address,
    page_base_url: address,
  });
  const program = await add('public_accounts.account', {
    ...ofCustomer,
    kind: 'miniProgram',
    name: `小程序${customerId}`,
    appid: `wxa${customerId.padStart(15, '0')}`,
    api_base_url: address,
    page_base_url: address,
  });
  const programRoute = await add('mini_programs.pay_route', {
    ...ofCustomer,
    account_id: program,
    account_type: 'DEVICE',
    collector_id: customerId,
    merchant_id: of.merchant,
    is_enabled: true,
  });
  const ofAccount = { ...ofCustomer, account_id: publicAccount };
  const listing = await add('retail_orders.listing', {
    ...ofAccount,
    package_id: of.package,
    currency: 'CNY',
    badge: 'none',
  });
  const endUser = await add('public_accounts.end_user', { ...ofAccount, openid: `o${customerId.padStart(27, '0')}` });
  const retailOrder = await add('retail_orders.retail_order', {
    ...ofAccount,
    order_no: `W${publicAccount}`,
    trade_no: `P${publicAccount}`,
    end_user_id: endUser,
    listing_id: listing,
    card_id: of.card,
    iccid: of.iccid,
    package_id: of.package,
    title: '月包',
    currency: 'CNY',
    collector_id: customerId,
    fulfil_state: 0,
  });
  const renewalTemplate = await add('auto_renewals.template', {
    ...ofCustomer,
    merchant_id: of.merchant,
    provider: 11,
    plan_id: `9${customerId}`,
    max_amount: '5000',
    currency: 'CNY',
    period_unit: 1,
    lead_days: 2,
    is_enabled: true,
  });
  const terms = {
    ...ofAccount,
    listing_id: listing,
    package_id: of.package,
    currency: 'CNY',
    days_before: 2,
    retries: 1,
  };
  const renewalOffer = await add('auto_renewals.package', {
    ...terms,
    template_id: renewalTemplate,
    renew_price: '1500',
    is_enabled: true,
  });
  const renewalContract = await add('auto_renewals.contract', {
    ...terms,
    contract_no: `R${customerId.padStart(9, '0')}`,
    offer_id: renewalOffer,
    template_id: renewalTemplate,
    merchant_id: of.merchant,
    collector_id: customerId,
    plan_id: '1',
    end_user_id: endUser,
    card_id: of.card,
    iccid: of.iccid,
    title: '月包',
    first_price: '1500',
    renew_price: '1500',
    lead_days: 2,
    period_unit: 1,
    period_count: 1,
    state: 1,
    provider_no: `20${customerId}`,
    signed_at: new Date(0),
    sign_until: new Date(0),
  });
  const phoneBillTier = await add('card_recharges.tier', {
    ...ofAccount,
    product_code: null,
    kind: 1,
    amount: '5000',
    bonus: '500',
    currency: 'CNY',
    is_enabled: true,
  });
  await add('retail_orders.desk_case', { ...ofAccount, retail_order_id: retailOrder, reason: 'other' });
  const payment = await add('payments.payment', {
    trade_no: `P${publicAccount}`,
    scene: 'packageOrder',
    subject_id: retailOrder,
    payer_id: customerId,
    collector_id: customerId,
    contract_no: `C${publicAccount}`,
    provider: PaymentProvider.values.wechat,
    currency: 'CNY',
    amount: '100',
    state: 'paid',
    paid_amount: '100',
    paid_currency: 'CNY',
    paid_at: new Date(0),
    settled_at: new Date(0),
    refunded: '100',
  });
  const retailRefundNo = `F${publicAccount}`;
  const retailRefund = await add('payments.refund', {
    refund_no: retailRefundNo,
    payment_id: payment,
    payer_id: customerId,
    amount: '100',
    state: 'abnormal',
  });
  return {
    publicAccount,
    programRoute,
    listing,
    retailOrder,
    renewalTemplate,
    renewalOffer,
    renewalContract,
    phoneBillTier,
    retailRefund,
    retailRefundNo,
  };
}
