import type {
  askCashOut as askEndpoint,
  retryCashOut as retryEndpoint,
} from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import {
  aboveDay,
  aboveMost,
  belowLeast,
  cannotRetry,
  cashOutNotFound,
  methodNotOffered,
  noReceiverOfMethod,
  nothingLeft,
  receiverNotFound,
} from '@cardinal/contract/api/cashOuts/refusals.ts';
import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import { CashOutMethod } from '@cardinal/contract/enumerations/cashOut.ts';
import { CashOutKind, CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerOf } from '../../customers/face.ts';
import { holdProfit } from '../cashOut/cashOutMoney.ts';
import { costsOf, limitFault, reviewOf } from '../cashOut/cashOutRules.ts';
import { beyond, keepCashOut, numberOf, ruleOf } from '../cashOut/cashOutStore.ts';
import type { CashOutRow, ReceiverRow, RuleRow } from '../cashOutTables.ts';
import { cashOutWaiting } from '../events.ts';
import { holdReceivers, receiversOf } from '../receivers/editReceivers.ts';
import { newUntil } from '../receivers/receiverRules.ts';
import { provePassword } from './provePassword.ts';

type Answer = AnswerOf<typeof askEndpoint>;
type Customer = NonNullable<Awaited<ReturnType<typeof customerOf>>>;
const { toWithdraw, underReview, failed } = CashOutState.values;

/** The login password is proven before the transaction; what it costs is decided within. */
export async function askCashOut(ctx: Ctx, body: BodyOf<typeof askEndpoint>): Promise<Commit<Answer>> {
  await provePassword(ctx, 'password', body.password);
  return async (inside) => {
    const own = await earner(inside);
    const { minor } = sentAmount('amount', body.amount, own.currency, 'smallest');
    return ask(inside, own, { receiverId: body.receiverId, amount: minor });
  };
}

/** The same amount once more, after it failed; the old one stays failed. */
export async function retryCashOut(ctx: Ctx, body: BodyOf<typeof retryEndpoint>): Promise<Commit<Answer>> {
  await provePassword(ctx, 'password', body.password);
  return async (inside) => {
    const own = await earner(inside);
    const before = await inside.db
      .selectFrom('cash_outs.cash_out')
      .selectAll()
      .where('id', '=', body.id)
      .where('customer_id', '=', own.id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new Refused(cashOutNotFound);
    const again = await inside.db
      .selectFrom('cash_outs.cash_out')
      .select('id')
      .where('retry_of', '=', before.id)
      .executeTakeFirst();
    if (before.state !== failed || again) throw new Refused(cannotRetry);
    return ask(inside, own, { receiverId: body.receiverId, amount: BigInt(before.amount), retryOf: before.id });
  };
}

async function earner(ctx: Ctx): Promise<Customer> {
  const own = await customerOf(ctx.db, accountOf(ctx).customerId);
  if (!own) throw new Refused(notFound);
  if (own.kind === 'PLATFORM') throw refusedAt('receiverId', noReceiverOfMethod);
  return own;
}

/** What a customer asked for today by a method, whatever became of it but failure. */
export async function askedToday(ctx: Ctx, customerId: string, method: CashOutMethod): Promise<bigint> {
  const since = startOfDay(DEFAULT_ZONE, wallTimeIn(DEFAULT_ZONE, ctx.clock.now()));
  const { sum } = await ctx.db
    .selectFrom('cash_outs.cash_out')
    .select(sql<string>`coalesce(sum(amount), 0)::text`.as('sum'))
    .where('customer_id', '=', customerId)
    .where('method', '=', method)
    .where('state', '!=', failed)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return BigInt(sum);
}

function refuseBeyondLimits(amount: bigint, today: bigint, rule: RuleRow): void {
  const fault = limitFault(amount, today, rule);
  if (!fault) return;
  const { currency } = rule;
  const shown = (minor: bigint) => moneyText(money(minor, currency));
  switch (fault.kind) {
    case 'below':
      throw refusedAt('amount', belowLeast, { least: shown(fault.least), currency });
    case 'above':
      throw refusedAt('amount', aboveMost, { most: shown(fault.most), currency });
    default:
      throw refusedAt('amount', aboveDay, { most: shown(fault.most), left: shown(fault.left), currency });
  }
}

type Asked = { readonly receiverId: string; readonly amount: bigint; readonly retryOf?: string };
type New = Omit<Asked, 'receiverId'> & {
  readonly costs: ReturnType<typeof costsOf>;
  readonly rule: RuleRow;
  readonly by: { readonly id: string | null; readonly account: string };
  readonly kind?: CashOutKind;
  /** The failed one that is asked for again under its number. */
  readonly again?: CashOutRow;
};

/** Of all that ask at once for one customer, each sees what the ones before have asked for. */
async function ask(ctx: Ctx, own: Customer, asked: Asked): Promise<Answer> {
  await holdReceivers(ctx, own.id);
  const receiver = (await receiversOf(ctx, own.id)).find(({ id }) => id === asked.receiverId);
  if (!receiver) throw refusedAt('receiverId', receiverNotFound);
  const rule = await ruleOf(ctx, receiver.method, own.currency);
  if (!rule) throw refusedAt('receiverId', methodNotOffered);
  refuseBeyondLimits(asked.amount, await askedToday(ctx, own.id, receiver.method), rule);
  const costs = costsOf(money(asked.amount, own.currency), rule);
  if (costs.net <= 0n) throw refusedAt('amount', nothingLeft);
  const { accountId, account } = accountOf(ctx);
  const by = { id: accountId, account };
  const row = await newCashOut(ctx, own, receiver, { ...asked, costs, rule, by, kind: CashOutKind.values.manual });
  await place(ctx, row);
  ctx.note({
    customerId: own.id,
    objectKind: 'cashOut',
    objectId: row.id,
    summary: `${row.cash_out_no} ${own.name}`,
    after: { amount: row.amount, fee: row.fee, tax: row.tax, currency: row.currency, receiver: row.receiver_mask },
  });
  const { id, state, amount, fee, tax, net } = row;
  if (state === underReview) await tellWaiting(ctx, own, row);
  return { id, cashOutNo: row.cash_out_no, state, amount, fee, tax, net };
}

export const tellWaiting = (ctx: Ctx, own: Customer, { id, amount, currency, asked_by_id }: CashOutRow) =>
  ctx.emit(cashOutWaiting, { cashOutId: id, customerName: own.name, askedById: asked_by_id, amount, currency });

/** Writes it, and asks for its first step. */
export async function place(ctx: Ctx, row: CashOutRow): Promise<void> {
  await beyond(ctx).insertInto('cash_outs.cash_out').values(row).execute();
  if (row.next_at) await keepCashOut(ctx, row.id, { next_at: row.next_at });
}

/** Its row, with the amount held; the key of the posting is its own. */
export async function newCashOut(
  ctx: Ctx,
  own: Customer,
  receiver: ReceiverRow,
  { amount, retryOf, costs, rule, by, kind = CashOutKind.values.manual, again }: New,
): Promise<CashOutRow> {
  const id = again?.id ?? ctx.ids.next();
  const now = ctx.clock.now();
  const named = {
    id,
    cash_out_no: again?.cash_out_no ?? numberOf(id),
    customer_id: own.id,
    currency: own.currency,
    amount: String(amount),
    revived: again ? again.revived + 1 : 0,
  };
  const held = await holdProfit(ctx, named);
  const is_new_receiver = newUntil(receiver, now) !== null;
  const { isLarge: is_large, needsTwo: needs_two } = reviewOf(amount, rule);
  const isReviewed = is_new_receiver || is_large;
  const isBank = receiver.method === CashOutMethod.values.bank;
  return {
    ...named,
    ...held,
    kind,
    method: receiver.method,
    receiver_id: receiver.id,
    receiver_mask: receiver.account_mask,
    holder: receiver.holder,
    bank: receiver.bank,
    fee: String(costs.fee),
    tax: String(costs.tax),
    net: String(costs.net),
    state: isReviewed ? underReview : toWithdraw,
    waits_for: isReviewed ? 'review' : isBank ? 'bank' : 'queue',
    is_new_receiver,
    is_large,
    needs_two,
    first_by_id: null,
    first_by: null,
    first_at: null,
    reason_zh: null,
    reason_en: null,
    end_transaction_id: null,
    merchant_id: null,
    provider_no: null,
    said: null,
    confirm_with: null,
    confirm_key: null,
    sends: 0,
    sent_at: null,
    is_refused: false,
    cancel_asked_at: null,
    voucher_no: null,
    voucher_type: null,
    paid_by_id: null,
    paid_by: null,
    confirmed_by_id: null,
    confirmed_by: null,
    checked_by_id: null,
    checked_by: null,
    checked_at: null,
    asked_by_id: by.id,
    asked_by: by.account,
    retry_of: again?.retry_of ?? retryOf ?? null,
    next_at: isReviewed || isBank ? null : now,
    steps: 0,
    created_at: now,
    updated_at: now,
    ended_at: null,
  };
}
