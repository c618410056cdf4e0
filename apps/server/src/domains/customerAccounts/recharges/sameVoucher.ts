import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

/** Other recharges by the same parent with this voucher number at this bank, however they are written. */
export async function withSameVoucher(
  ctx: Ctx,
  of: {
    readonly id?: string;
    readonly payer_id: string;
    readonly bank: string | null;
    readonly voucher_no: string | null;
  },
) {
  if (of.bank === null || of.voucher_no === null) return [];
  return ctx.db
    .selectFrom('customer_accounts.recharge')
    .select(['id', 'recharge_no as rechargeNo', 'state'])
    .where('payer_id', '=', of.payer_id)
    .where(sql<boolean>`lower(bank) = lower(${of.bank})`)
    .where(sql<boolean>`lower(voucher_no) = lower(${of.voucher_no})`)
    .where('id', '<>', of.id ?? '0')
    .where('state', 'in', ['pending', 'passed'])
    .orderBy('id')
    .limit(20)
    .execute();
}
