import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { Add } from './objects.ts';

/** A public account, a package it lists, and what one of its users ordered. */
export async function retailOf(customerId: string, of: { package: string; card: string; iccid: string }, add: Add) {
  const ofCustomer = { customer_id: customerId };
  const address = 'http://127.0.0.1:1';
  const publicAccount = await add('public_accounts.account', {
    ...ofCustomer,
    name: `公众号${customerId}`,
    appid: `wx${customerId.padStart(16, '0')}`,
    api_base_url: address,
    page_base_url: address,
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
  await add('retail_orders.desk_case', { ...ofAccount, retail_order_id: retailOrder, reason: 'other' });
  const payment = await add('payments.payment', {
    trade_no: `P${publicAccount}`,
    scene: 'packageOrder',
    subject_id: retailOrder,
    payer_id: customerId,
    collector_id: customerId,
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
  return { publicAccount, listing, retailOrder, retailRefund, retailRefundNo };
}
