import { PaymentProvider, PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { sealCredentials } from '@cardinal/server/domains/paymentProviders/merchants/merchantStore.ts';
import { seal as sealReceiver } from '@cardinal/server/domains/splitOrders/receivers/receiverStore.ts';
import { seal } from '@cardinal/server/domains/subAccounts/accounts/accountStore.ts';
import type { TestApp } from './app.ts';
import type { Add } from './objects.ts';
import { newKeyPair } from './paymentProviders.ts';

const DAY_MS = 86_400_000;
const { wechat, aliPay, lianlian, stripe } = PaymentProvider.values;

/** A merchant of each provider, whose address nobody answers, a payment through one of them, and its refund. */
export async function paymentsOf({ app, db, clock }: TestApp, customerId: string, add: Add) {
  const ctx = app.systemContext('objects');
  const now = clock.now();
  const keys = await newKeyPair('objects', new Date(now.getTime() - DAY_MS), new Date(now.getTime() + 365 * DAY_MS));
  const merchantNo = `19${customerId.padStart(8, '0')}`;
  const merchantOf = async (provider: PaymentProvider, merchant_no: string, credentials: Record<string, string>) => {
    const id = await add('payment_providers.merchant', {
      customer_id: customerId,
      provider,
      name: `objects of ${customerId} ${provider}`,
      base_url: 'http://127.0.0.1:1',
      notice_base_url: 'http://127.0.0.1:1',
      merchant_no,
      credentials: '',
      credential_hints: '{}',
      calls_per_second: 20,
      in_flight: 5,
      timeout_ms: 1_000,
      zone: 'Asia/Shanghai',
    });
    await db
      .updateTable('payment_providers.merchant')
      .set({ credentials: sealCredentials(ctx, id, credentials) })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const merchant = await merchantOf(wechat, merchantNo, {
    mchid: merchantNo,
    appid: 'wx0000000000000001',
    apiV3Key: 'k'.repeat(32),
    certificate: keys.certificate,
    privateKey: keys.privateKey,
    publicKeyId: 'PUB_KEY_ID_1',
    publicKey: keys.publicKey,
  });
  const aliPayMerchant = await merchantOf(aliPay, `2021${customerId.padStart(12, '0')}`, {
    appId: `2021${customerId.padStart(12, '0')}`,
    sellerId: '2088000000000001',
    privateKey: keys.privateKey,
    alipayPublicKey: keys.publicKey,
  });
  const accountId = `acct_${customerId.padStart(12, '0')}`;
  const otherMerchant = await merchantOf(stripe, accountId, {
    accountId,
    secretKey: 'sk_test_objects',
    webhookSecret: 'whsec_objects',
  });
  const tradeNo = `P${customerId.padStart(9, '0')}`;
  const payment = await add('payments.payment', {
    trade_no: tradeNo,
    scene: PaymentScene.values.balanceRecharge,
    subject_id: '1',
    payer_id: customerId,
    collector_id: customerId,
    provider: wechat,
    merchant_id: merchant,
    collecting_account_id: '1',
    currency: 'CNY',
    amount: '100',
    state: 'refused',
    expires_at: now,
  });
  const refund = await add('payments.refund', {
    refund_no: `F${customerId.padStart(9, '0')}`,
    payment_id: payment,
    payer_id: customerId,
    amount: '100',
    reason: 'objects',
    state: 'abnormal',
  });
  const statementDifference = await add('statements.difference', {
    merchant_id: merchant,
    customer_id: customerId,
    day: '2026-01-01',
    kind: 'missingHere',
    line_kind: 'payment',
    our_no: '',
    provider_no: `W${tradeNo}`,
    their_amount: '100',
    their_currency: 'CNY',
  });
  const partner = `2026${customerId.padStart(14, '0')}`;
  const lianlianMerchant = await merchantOf(lianlian, partner, {
    oidPartner: partner,
    payMethod: 'ALIPAY_H5',
    privateKey: keys.privateKey,
    lianlianPublicKey: keys.publicKey,
  });
  const subAccountNo = `C${customerId}N1`;
  const subAccount = await add('sub_accounts.account', {
    merchant_id: lianlianMerchant,
    owner_id: customerId,
    customer_id: customerId,
    kind: 'personal',
    user_no: subAccountNo,
    state: 'open',
    said: 'NORMAL',
  });
  const sealed = {
    id_number: seal(ctx, subAccount, 'id_number', '11010519491231002X'),
    phone: seal(ctx, subAccount, 'phone', '13800138000'),
    bank_card: seal(ctx, subAccount, 'bank_card', '6225880012345678'),
  };
  await db.updateTable('sub_accounts.account').set(sealed).where('id', '=', subAccount).execute();
  const profitReceiver = await add('split_orders.receiver', {
    merchant_id: merchant,
    owner_id: customerId,
    customer_id: customerId,
    kind: 'merchant',
    account_mask: '190000****',
    holder_mask: '甲**',
    state: 'registered',
  });
  await db
    .updateTable('split_orders.receiver')
    .set({
      account: sealReceiver(ctx, profitReceiver, 'account', '1900000109'),
      holder: sealReceiver(ctx, profitReceiver, 'holder', '甲'),
    })
    .where('id', '=', profitReceiver)
    .execute();
  await db
    .insertInto('split_orders.payment')
    .values({
      payment_id: payment,
      merchant_id: merchant,
      owner_id: customerId,
      order_id: null,
      state: 'ended',
      unfreeze_by: now,
      next_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await add('split_orders.part', {
    payment_id: payment,
    order_id: '1',
    customer_id: customerId,
    receiver_id: profitReceiver,
    entry_ids: [],
    amount: '100',
    currency: 'CNY',
    state: 'left',
    ended_at: now,
  });
  const ofLianlian = { lianlianMerchant, subAccount, subAccountNo };
  const others = { ...ofLianlian, profitReceiver };
  return { merchant, aliPayMerchant, otherMerchant, merchantNo, payment, refund, statementDifference, ...others };
}
