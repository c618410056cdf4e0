import { PaymentProvider, PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { money } from '@cardinal/primitives/money.ts';
import { ofCustomer, openAccount, post, requirePosted } from '@cardinal/server/domains/ledger/face.ts';
import { numberPlace } from '@cardinal/server/domains/payments/accounts/accountStore.ts';
import type { TestApp } from './app.ts';
import type { Add } from './objects.ts';

/** A yuan the platform gave it, with the business number of that transaction, and a recharge that waits to be reviewed. */
export async function moneyOf({ app, db, clock }: TestApp, customerId: string, task: string, add: Add) {
  const transactionNo = `B${app.systemContext('objects').ids.next()}`;
  const recharge = {
    recharge: await add('customer_accounts.recharge', {
      customer_id: customerId,
      recharge_no: `R${task}`,
      method: 3,
      currency: 'CNY',
      state: 'pending',
      bank: 'x',
      voucher_no: `V${task}`,
      voucher_type: 'image/png',
    }),
    rechargeNo: `R${task}`,
    voucherNo: `V${task}`,
  };
  const context = app.systemContext('objects');
  const collectingAccount = context.ids.next();
  await db
    .insertInto('payments.collecting_account')
    .values({
      id: collectingAccount,
      customer_id: customerId,
      scene: PaymentScene.values.balanceRecharge,
      provider: PaymentProvider.values.bankTransfer,
      currency: 'CNY',
      position: 1,
      is_enabled: true,
      holder: 'x',
      bank: 'x',
      branch: null,
      account_number: context.secrets.seal('622200000001', numberPlace(collectingAccount)),
      number_tail: '0001',
      remark_prefix: null,
      least: null,
      most: null,
      day_most: null,
      note: null,
      version: 1,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .execute();
  const voucher = { name: `vouchers/${recharge.recharge}`, bytes: '0', stored_at: clock.now() };
  await db.insertInto('runtime.stored_file').values(voucher).execute();
  return app.asSystem('objects', async (ctx) => {
    const own = await openAccount(ctx, ofCustomer(customerId, 'CNY', 'balance'));
    const revenue = await openAccount(ctx, { ...ofCustomer('1', 'CNY', 'revenue'), owner: 'platform' });
    const about = { key: transactionNo, kind: 'correction', businessNo: transactionNo } as const;
    const { transactionId } = requirePosted(
      await post(ctx, about, [
        { account: own, amount: money(100n) },
        { account: revenue, amount: money(-100n) },
      ]),
    );
    return { ...recharge, collectingAccount, ledgerAccount: own.id, transaction: transactionId, transactionNo };
  });
}
