import { money } from '@cardinal/primitives/money.ts';
import { ofCustomer, openAccount, post, requirePosted } from '@cardinal/server/domains/ledger/face.ts';
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
    return { ...recharge, ledgerAccount: own.id, transaction: transactionId, transactionNo };
  });
}
