import {
  type checkRecharge as checkEndpoint,
  checkedByPayer,
  makerCannotCheck,
  rechargeDecided,
  rechargeNotFound,
  type voidRecharge as voidEndpoint,
  voucherPosted,
} from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { customerNames } from '../../customers/face.ts';
import { rechargeChecked } from '../events.ts';
import { postRecharge } from './postRecharge.ts';
import type { RechargeTable } from './rechargeTables.ts';
import { withSameVoucher } from './sameVoucher.ts';

/** A pending recharge that the caller's customer entered, locked until the transaction ends. */
async function pending(ctx: Ctx, id: string): Promise<RechargeTable> {
  const row = await ctx.db
    .selectFrom('customer_accounts.recharge')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(rechargeNotFound);
  if (row.payer_id !== accountOf(ctx).customerId) throw new Refused(checkedByPayer);
  if (row.state !== 'pending') throw new Refused(rechargeDecided);
  return row;
}

type Decided = Partial<Pick<RechargeTable, 'checked_by_id' | 'checked_by' | 'decision' | 'repeat_reason'>> &
  Pick<RechargeTable, 'state'>;

const decide = (ctx: Ctx, { id }: RechargeTable, decided: Decided & Partial<RechargeTable>) =>
  ctx.db
    .updateTable('customer_accounts.recharge')
    .set({ ...decided, decided_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();

async function noteOf(ctx: Ctx, row: RechargeTable, state: RechargeTable['state'], reason: string | null) {
  const customerName = (await customerNames(ctx.db, [row.customer_id])).get(row.customer_id) ?? '';
  ctx.note({
    customerId: row.customer_id,
    objectKind: 'recharge',
    objectId: row.id,
    summary: `${row.recharge_no} ${customerName}`,
    before: { state: row.state },
    after: { state, amount: row.amount, bonus: row.bonus, currency: row.currency, reason },
  });
  return customerName;
}

/** Passing posts in this very transaction; the row's lock lets one of many reviewers through. */
export async function checkRecharge(
  ctx: Ctx,
  body: BodyOf<typeof checkEndpoint>,
): Promise<AnswerOf<typeof checkEndpoint>> {
  const actor = accountOf(ctx);
  const row = await pending(ctx, body.id);
  if (row.entered_by_id === actor.accountId) throw new Refused(makerCannotCheck);
  const checker = { checked_by_id: actor.accountId, checked_by: actor.account };
  const state = body.verdict === 'pass' ? 'passed' : 'rejected';
  const reason = body.verdict === 'pass' ? (body.repeatReason ?? null) : body.reason;
  if (body.verdict === 'pass') {
    const before = (await withSameVoucher(ctx, row)).find((other) => other.state === 'passed');
    const repeated = refusedAt('repeatReason', voucherPosted, { rechargeNo: before?.rechargeNo ?? '' });
    // A reason counts only where there is something to explain.
    const repeat_reason = before ? reason : null;
    if (before && !repeat_reason) throw repeated;
    const posted = await postRecharge(ctx, row);
    await refuseDuplicate(
      'recharge_voucher_once',
      repeated,
      decide(ctx, row, { ...checker, ...posted, state, repeat_reason }),
    );
  } else await decide(ctx, row, { ...checker, state, decision: body.reason });
  const customerName = await noteOf(ctx, row, state, reason);
  await ctx.emit(rechargeChecked, {
    rechargeId: row.id,
    rechargeNo: row.recharge_no,
    payerId: row.payer_id,
    makerId: row.entered_by_id,
    customerName,
    amount: row.amount,
    currency: row.currency,
    state,
    reason,
  });
  return { id: row.id, rechargeNo: row.recharge_no, state };
}

export async function voidRecharge(ctx: Ctx, { id, reason }: BodyOf<typeof voidEndpoint>) {
  const row = await pending(ctx, id);
  await decide(ctx, row, { state: 'voided', decision: reason });
  await noteOf(ctx, row, 'voided', reason);
  return DONE;
}
