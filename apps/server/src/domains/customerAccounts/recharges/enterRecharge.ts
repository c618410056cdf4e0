import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import {
  type enterBankTransfer as bankEndpoint,
  type enterDeduction as deductionEndpoint,
  directChildOnly,
  noBalanceToGive,
  otherCurrency,
  type spendProfit as profitEndpoint,
  profitShort,
  type transferBalance as transferEndpoint,
} from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { insufficientBalance } from '@cardinal/contract/api/ledger/refusals.ts';
import { notPaidInto } from '@cardinal/contract/api/payments/refusals.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { RechargeMethod } from '@cardinal/contract/enumerations/recharge.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Upload } from '../../../framework/domain.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerOf } from '../../customers/face.ts';
import { fundsOf, ofCustomer } from '../../ledger/face.ts';
import { payableInto } from '../../payments/face.ts';
import { rechargeWaiting } from '../events.ts';
import { postRecharge } from './postRecharge.ts';
import type { RechargeTable } from './rechargeTables.ts';
import { keepVoucher } from './vouchers.ts';

type Entered = AnswerOf<typeof transferEndpoint>;
type Customer = NonNullable<Awaited<ReturnType<typeof customerOf>>>;

const { bank, parentBalance, deduction, profitDeduction } = RechargeMethod.values;

/** A direct child of the caller's customer, whose money its parent alone moves by hand. */
export async function childOf(ctx: Ctx, customerId: string): Promise<Customer> {
  const customer = await customerOf(ctx.db, customerId);
  if (!customer) throw new Refused(notFound);
  if (customer.parentId !== accountOf(ctx).customerId) throw refusedAt('customerId', directChildOnly);
  return customer;
}

/** The row of a new recharge that waits for its review. */
export function newRecharge(
  ctx: Ctx,
  customer: Customer,
  asked: { readonly currency: Currency; readonly amount: string },
  method: RechargeMethod,
): RechargeTable {
  const { currency } = customer;
  if (asked.currency !== currency) throw refusedAt('currency', otherCurrency, { currency });
  const { minor } = sentAmount('amount', asked.amount, currency, 'smallest');
  const actor = accountOf(ctx);
  const id = ctx.ids.next();
  return {
    id,
    recharge_no: `R${BigInt(id).toString(36).toUpperCase()}`,
    customer_id: customer.id,
    payer_id: actor.customerId,
    method,
    currency,
    amount: String(method === deduction ? -minor : minor),
    bonus: '0',
    state: 'pending',
    bank: null,
    voucher_no: null,
    voucher_type: null,
    voucher_name: null,
    collecting_account_id: null,
    remark: null,
    decision: null,
    repeat_reason: null,
    account_id: null,
    transaction_id: null,
    entered_by_id: actor.accountId,
    entered_by: actor.account,
    checked_by_id: null,
    checked_by: null,
    created_at: ctx.clock.now(),
    decided_at: null,
  };
}

export async function keepRecharge(ctx: Ctx, row: RechargeTable, customer: Customer): Promise<Entered> {
  await ctx.db.insertInto('customer_accounts.recharge').values(row).execute();
  ctx.note({
    customerId: customer.id,
    objectKind: 'recharge',
    objectId: row.id,
    summary: `${row.recharge_no} ${customer.name}`,
    after: { amount: row.amount, bonus: row.bonus, currency: row.currency, method: row.method, state: row.state },
  });
  if (row.state === 'pending')
    await ctx.emit(rechargeWaiting, {
      rechargeId: row.id,
      rechargeNo: row.recharge_no,
      payerId: row.payer_id,
      makerId: row.entered_by_id,
      customerName: customer.name,
      amount: row.amount,
      currency: row.currency,
    });
  return { id: row.id, rechargeNo: row.recharge_no, state: row.state };
}

/** Posts at once, as the caller's own money needs nobody else's word. */
async function keepPosted(ctx: Ctx, row: RechargeTable, customer: Customer): Promise<Entered> {
  try {
    const posted = await postRecharge(ctx, row);
    return await keepRecharge(ctx, { ...row, ...posted, state: 'passed', decided_at: row.created_at }, customer);
  } catch (error) {
    // Named at its field, so that the form shows it there.
    throw error instanceof Refused ? refusedAt('amount', error.refusal, error.facts) : error;
  }
}

/** The account a transfer came into: one that is shown to the customer, or its parent's own. */
async function collectedInto(ctx: Ctx, customer: Customer, id: string | undefined) {
  if (id === undefined) return { collecting_account_id: null };
  const payable = await payableInto(ctx, customer, PaymentScene.values.balanceRecharge);
  if (!payable.some((each) => each.id === id)) throw refusedAt('collectingAccountId', notPaidInto);
  return { collecting_account_id: id };
}

export async function enterBankTransfer(
  ctx: Ctx,
  body: BodyOf<typeof bankEndpoint>,
  upload: Upload | undefined,
): Promise<Entered> {
  const customer = await childOf(ctx, body.customerId);
  const row = newRecharge(ctx, customer, body, bank);
  const { minor } = sentAmount('bonus', body.bonus ?? '0', customer.currency, 'zero');
  const collecting = await collectedInto(ctx, customer, body.collectingAccountId);
  const voucher = await keepVoucher(ctx, row.id, upload);
  const { bank: at, voucherNo: voucher_no, remark = null } = body;
  return keepRecharge(
    ctx,
    { ...row, ...voucher, bonus: String(minor), bank: at, voucher_no, ...collecting, remark: remark || null },
    customer,
  );
}

export async function transferBalance(ctx: Ctx, body: BodyOf<typeof transferEndpoint>): Promise<Entered> {
  const customer = await childOf(ctx, body.customerId);
  const payer = await customerOf(ctx.db, accountOf(ctx).customerId);
  if (payer?.kind === 'PLATFORM') throw refusedAt('customerId', noBalanceToGive);
  const row = newRecharge(ctx, customer, body, parentBalance);
  return keepPosted(ctx, { ...row, remark: body.remark || null }, customer);
}

export async function enterDeduction(ctx: Ctx, body: BodyOf<typeof deductionEndpoint>): Promise<Entered> {
  const customer = await childOf(ctx, body.customerId);
  const row = newRecharge(ctx, customer, body, deduction);
  const { currency } = customer;
  const { spendable } = await fundsOf(ctx, ofCustomer(customer.id, currency, 'balance'));
  // The ledger judges it again when it is posted.
  if (spendable + BigInt(row.amount) < 0n)
    throw refusedAt('amount', insufficientBalance, { available: moneyText(money(spendable, currency)), currency });
  return keepRecharge(ctx, { ...row, remark: body.reason }, customer);
}

export async function spendProfit(ctx: Ctx, body: BodyOf<typeof profitEndpoint>): Promise<Entered> {
  const own = await customerOf(ctx.db, accountOf(ctx).customerId);
  if (!own) throw new Refused(notFound);
  if (own.kind === 'PLATFORM') throw refusedAt('amount', noBalanceToGive);
  const row = newRecharge(ctx, own, body, profitDeduction);
  const { currency } = own;
  const { balance } = await fundsOf(ctx, ofCustomer(own.id, currency, 'profit'));
  // The ledger judges it again when it is posted.
  if (balance < BigInt(row.amount)) {
    const available = moneyText(money(balance < 0n ? 0n : balance, currency));
    throw refusedAt('amount', profitShort, { available, currency });
  }
  return keepPosted(ctx, row, own);
}
