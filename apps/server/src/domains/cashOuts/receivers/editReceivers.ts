import {
  type addReceiver as addEndpoint,
  type makeDefaultReceiver as defaultEndpoint,
  type deleteReceiver as deleteEndpoint,
  type editReceiver as editEndpoint,
  MOST_RECEIVERS,
  receiverAccountOf,
  receiverAccountRule,
} from '@cardinal/contract/api/cashOuts/receivers.ts';
import {
  duplicateReceiver,
  methodNotOffered,
  noReceiverOfMethod,
  receiverInUse,
  receiverNotFound,
  tooManyReceivers,
} from '@cardinal/contract/api/cashOuts/refusals.ts';
import { CashOutMethod } from '@cardinal/contract/enumerations/cashOut.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, invalid, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerOf } from '../../customers/face.ts';
import { OPEN_STATES } from '../cashOut/cashOutRules.ts';
import { beyond, receiverPlace, ruleOf } from '../cashOut/cashOutStore.ts';
import type { ReceiverRow } from '../cashOutTables.ts';
import { maskedAccount, receiverLabel } from './receiverRules.ts';

const BANK_NEEDED = text('请填写开户银行', 'Enter the bank');

/** Whoever changes a customer's receivers, or asks for money to one, waits for the one before. */
export const holdReceivers = (ctx: Ctx, customerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`cash_outs.receivers:${customerId}`}, 0))`.execute(ctx.db);

export const receiversOf = (ctx: Ctx, customerId: string): Promise<ReceiverRow[]> =>
  ctx.db
    .selectFrom('cash_outs.receiver')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute();

async function heldReceivers(ctx: Ctx) {
  const { customerId } = accountOf(ctx);
  await holdReceivers(ctx, customerId);
  return receiversOf(ctx, customerId);
}

/** One of the caller's own. */
async function ownReceiver(ctx: Ctx, id: string) {
  const all = await heldReceivers(ctx);
  const receiver = all.find((each) => each.id === id);
  if (!receiver) throw new Refused(receiverNotFound);
  return { receiver, all };
}

/** The account as its method writes it, and unlike the others. */
function checkedAccount(ctx: Ctx, method: CashOutMethod, written: string, others: readonly ReceiverRow[]): string {
  const wrong = receiverAccountRule(method)(written);
  if (wrong) throw new Refused(invalid, {}, [{ field: 'accountNumber', ...wrong }]);
  const account = receiverAccountOf(written);
  const isKnown = others.some(
    (each) =>
      each.method === method && each.account && ctx.secrets.open(each.account, receiverPlace(each.id)) === account,
  );
  if (isKnown) throw refusedAt('accountNumber', duplicateReceiver);
  return account;
}

function bankOf(method: CashOutMethod, { bank, branch }: { bank?: string | undefined; branch?: string | undefined }) {
  if (method !== CashOutMethod.values.bank) return { bank: null, branch: null };
  if (!bank) throw new Refused(invalid, {}, [{ field: 'bank', text: BANK_NEEDED }]);
  return { bank, branch: branch || null };
}

/** A transfer that is not finished names its receiver's number. */
async function refuseInUse(ctx: Ctx, receiverId: string): Promise<void> {
  const open = await beyond(ctx)
    .selectFrom('cash_outs.cash_out')
    .select('cash_out_no')
    .where('receiver_id', '=', receiverId)
    .where('state', 'in', [...OPEN_STATES])
    .executeTakeFirst();
  if (open) throw new Refused(receiverInUse, { cashOutNo: open.cash_out_no });
}

/** The log learns who receives, and nothing of the number. */
const note = (ctx: Ctx, row: ReceiverRow, before?: object, after?: object) =>
  ctx.note({
    objectKind: 'receiver',
    objectId: row.id,
    summary: receiverLabel(row),
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  });
const noted = ({ method, holder, bank, branch, account_mask }: ReceiverRow) => ({
  method,
  holder,
  bank,
  branch,
  account: account_mask,
});

export async function addReceiver(ctx: Ctx, body: BodyOf<typeof addEndpoint>): Promise<AnswerOf<typeof addEndpoint>> {
  const { customerId } = accountOf(ctx);
  const own = await customerOf(ctx.db, customerId);
  if (!own) throw new Refused(notFound);
  if (own.kind === 'PLATFORM') throw refusedAt('method', noReceiverOfMethod);
  if (!(await ruleOf(ctx, body.method, own.currency))) throw refusedAt('method', methodNotOffered);
  const others = await heldReceivers(ctx);
  if (others.length >= MOST_RECEIVERS) throw new Refused(tooManyReceivers, { most: MOST_RECEIVERS });
  const account = checkedAccount(ctx, body.method, body.accountNumber, others);
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const row: ReceiverRow = {
    id,
    customer_id: customerId,
    method: body.method,
    account: ctx.secrets.seal(account, receiverPlace(id)),
    account_mask: maskedAccount(body.method, account),
    holder: body.holder,
    ...bankOf(body.method, body),
    is_default: others.length === 0,
    version: 1,
    changed_at: now,
    created_at: now,
    deleted_at: null,
  };
  await ctx.db.insertInto('cash_outs.receiver').values(row).execute();
  note(ctx, row, undefined, noted(row));
  return { id };
}

export async function editReceiver(
  ctx: Ctx,
  body: BodyOf<typeof editEndpoint>,
): Promise<AnswerOf<typeof editEndpoint>> {
  const { receiver, all } = await ownReceiver(ctx, body.id);
  if (receiver.version !== body.version) throw new Refused(changedByAnother);
  await refuseInUse(ctx, receiver.id);
  const others = all.filter(({ id }) => id !== receiver.id);
  const account = body.accountNumber ? checkedAccount(ctx, receiver.method, body.accountNumber, others) : undefined;
  const change = {
    holder: body.holder,
    ...bankOf(receiver.method, body),
    ...(account === undefined
      ? {}
      : {
          account: ctx.secrets.seal(account, receiverPlace(receiver.id)),
          account_mask: maskedAccount(receiver.method, account),
        }),
    version: receiver.version + 1,
    changed_at: ctx.clock.now(),
  };
  await ctx.db.updateTable('cash_outs.receiver').set(change).where('id', '=', receiver.id).execute();
  const after = { ...receiver, ...change };
  note(ctx, after, noted(receiver), noted(after));
  return { id: receiver.id };
}

/** It stays for the cash-outs that name it, without its number. */
export async function deleteReceiver(ctx: Ctx, { id }: BodyOf<typeof deleteEndpoint>) {
  const { receiver, all } = await ownReceiver(ctx, id);
  await refuseInUse(ctx, id);
  await ctx.db
    .updateTable('cash_outs.receiver')
    .set({ account: null, is_default: false, deleted_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  const next = all.find((each) => each.id !== id);
  if (receiver.is_default && next) await setDefault(ctx, next.id);
  note(ctx, receiver, noted(receiver));
  return DONE;
}

const setDefault = (ctx: Ctx, id: string) =>
  ctx.db.updateTable('cash_outs.receiver').set({ is_default: true }).where('id', '=', id).execute();

export async function makeDefaultReceiver(ctx: Ctx, { id }: BodyOf<typeof defaultEndpoint>) {
  const { receiver } = await ownReceiver(ctx, id);
  await ctx.db
    .updateTable('cash_outs.receiver')
    .set({ is_default: false })
    .where('customer_id', '=', receiver.customer_id)
    .where('is_default', '=', true)
    .execute();
  await setDefault(ctx, id);
  note(ctx, receiver, undefined, { isDefault: true });
  return DONE;
}
