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
  return { publicAccount, listing, retailOrder };
}
