import type {
  confirmBankPayout as confirmEndpoint,
  queryCashOut as queryEndpoint,
  recordBankPayout as recordEndpoint,
  readPayoutVoucher as voucherEndpoint,
} from '@cardinal/contract/api/cashOuts/checks.ts';
import {
  cashOutMoved,
  cashOutNotFound,
  notAtProvider,
  payerCannotConfirm,
  voucherRecorded,
} from '@cardinal/contract/api/cashOuts/refusals.ts';
import { CashOutMethod } from '@cardinal/contract/enumerations/cashOut.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import type { AnswerOf, BodyOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { FileAnswer, Upload } from '../../../framework/domain.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { keepVoucher, removeVoucher, voucherFile } from '../../customerAccounts/face.ts';
import { earnerOf } from '../../profitSharing/face.ts';
import { settleCashOut } from '../cashOut/cashOutMoney.ts';
import { beyond, cashOutOf, keepCashOut } from '../cashOut/cashOutStore.ts';
import { stepCashOut } from '../steps/stepCashOut.ts';
import { lockForPlatform } from './checkCashOuts.ts';

const { done, toWithdraw, transferring } = CashOutState.values;

/** Paid at the bank by one person; nothing is posted until another has confirmed it. */
export async function recordBankPayout(
  ctx: Ctx,
  { id, voucherNo }: BodyOf<typeof recordEndpoint>,
  upload: Upload | undefined,
): Promise<AnswerOf<typeof recordEndpoint>> {
  const row = await lockForPlatform(ctx, id);
  if (row.method !== CashOutMethod.values.bank || row.state !== toWithdraw) throw new Refused(cashOutMoved);
  const other = await beyond(ctx)
    .selectFrom('cash_outs.cash_out')
    .select('cash_out_no')
    .where('voucher_no', '=', voucherNo)
    .executeTakeFirst();
  const repeated = refusedAt('voucherNo', voucherRecorded, { cashOutNo: other?.cash_out_no ?? '' });
  if (other) throw repeated;
  const { voucher_type } = await keepVoucher(ctx, id, upload);
  const { accountId, account } = accountOf(ctx);
  await refuseDuplicate(
    'cash_out_voucher',
    repeated,
    keepCashOut(ctx, id, {
      state: transferring,
      waits_for: 'second',
      voucher_no: voucherNo,
      voucher_type,
      paid_by_id: accountId,
      paid_by: account,
      reason_zh: null,
      reason_en: null,
    }),
  );
  ctx.note({ objectKind: 'cashOut', objectId: id, summary: row.cash_out_no, after: { voucherNo, net: row.net } });
  return { id, state: transferring };
}

export async function confirmBankPayout(
  ctx: Ctx,
  body: BodyOf<typeof confirmEndpoint>,
): Promise<AnswerOf<typeof confirmEndpoint>> {
  const row = await lockForPlatform(ctx, body.id);
  if (row.waits_for !== 'second') throw new Refused(cashOutMoved);
  const { accountId, account } = accountOf(ctx);
  if (row.paid_by_id === accountId) throw new Refused(payerCannotConfirm);
  ctx.note({
    objectKind: 'cashOut',
    objectId: row.id,
    summary: row.cash_out_no,
    after: { verdict: body.verdict, ...(body.verdict === 'reject' ? { reason: body.reason } : {}) },
  });
  if (body.verdict === 'confirm') {
    await settleCashOut(ctx, row, { confirmed_by_id: accountId, confirmed_by: account });
    return { id: row.id, state: done };
  }
  await removeVoucher(ctx, row.id);
  await keepCashOut(ctx, row.id, {
    state: toWithdraw,
    waits_for: 'bank',
    voucher_no: null,
    voucher_type: null,
    paid_by_id: null,
    paid_by: null,
    reason_zh: body.reason,
    reason_en: body.reason,
  });
  return { id: row.id, state: toWithdraw };
}

/** Asks the provider now, outside any transaction. */
export async function queryCashOut(
  ctx: Ctx,
  { id }: BodyOf<typeof queryEndpoint>,
): Promise<AnswerOf<typeof queryEndpoint>> {
  const { method, state } = await ctx.transact((inside) => lockForPlatform(inside, id));
  if (method !== CashOutMethod.values.wechat || state !== transferring) throw new Refused(notAtProvider);
  await stepCashOut(ctx, id);
  const row = await cashOutOf(ctx, id);
  if (!row) throw new Refused(cashOutNotFound);
  return { id, state: row.state };
}

export async function readPayoutVoucher(ctx: Ctx, { id }: QueryOf<typeof voucherEndpoint>): Promise<FileAnswer> {
  const own = await earnerOf(ctx);
  const row = await ctx.db.selectFrom('cash_outs.cash_out').selectAll().where('id', '=', id).executeTakeFirst();
  const isSeen = row && (own === undefined || row.customer_id === own);
  const file = isSeen && (await voucherFile(ctx, id, { number: row.cash_out_no, type: row.voucher_type }));
  if (!file) throw new Refused(cashOutNotFound);
  return file;
}
