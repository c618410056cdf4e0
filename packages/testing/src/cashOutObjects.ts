import type { TestApp } from './app.ts';
import type { Add } from './objects.ts';

/** A receiver of a customer, and a cash-out to it that failed after a voucher was entered. */
export async function cashOutsOf({ clock, db }: TestApp, customerId: string, add: Add) {
  const tail = customerId.padStart(9, '0');
  const receiver = await add('cash_outs.receiver', {
    customer_id: customerId,
    method: 3,
    account: 'sealed',
    account_mask: '**** 0001',
    holder: `objects of ${customerId}`,
    bank: 'objects',
    version: 1,
  });
  const [cashOutNo, providerNo] = [`C${tail}`, `PN${tail}`];
  const cashOut = await add('cash_outs.cash_out', {
    cash_out_no: cashOutNo,
    customer_id: customerId,
    kind: 1,
    method: 3,
    receiver_id: receiver,
    receiver_mask: '**** 0001',
    holder: `objects of ${customerId}`,
    bank: 'objects',
    currency: 'CNY',
    amount: '100',
    fee: '0',
    tax: '0',
    net: '100',
    state: 3,
    hold_id: customerId,
    hold_transaction_id: '1',
    end_transaction_id: '1',
    provider_no: providerNo,
    asked_by: 'objects',
    voucher_no: `CV${tail}`,
    voucher_type: 'image/png',
    ended_at: clock.now(),
  });
  const voucher = { name: `vouchers/${cashOut}`, bytes: '0', stored_at: clock.now() };
  await db.insertInto('runtime.stored_file').values(voucher).execute();
  const dayReturn = await add('day_returns.item', {
    day: '2026-01-01',
    customer_id: customerId,
    currency: 'CNY',
    state: 'failed',
    amount: '100',
    step: 'release',
    reason: 'noReceiver',
    failed_at: clock.now(),
  });
  return { receiver, cashOut, cashOutNo, providerNo, dayReturn };
}
