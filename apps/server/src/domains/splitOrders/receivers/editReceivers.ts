import type {
  addProfitReceiver as addEndpoint,
  setSplitRatio as ratioEndpoint,
  removeProfitReceiver as removeEndpoint,
} from '@cardinal/contract/api/splitOrders/receivers.ts';
import {
  accountTaken,
  hasReceiver,
  notReceiver,
  ownAccount,
  receiverNotFound,
  splitUnderWay,
  wechatRefused,
  wrongAccount,
} from '@cardinal/contract/api/splitOrders/refusals.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { maskedNumber, starredNumber } from '@cardinal/primitives/maskedNumber.ts';
import { say } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { customerOf } from '../../customers/face.ts';
import { callProvider, merchantBeyondScope } from '../../paymentProviders/face.ts';
import { ofLevels } from '../sharing/sharedPayments.ts';
import type { ReceiverRow } from '../splitTables.ts';
import { note, openedReceiver, ownMerchant, ratioOf, receiverIn, seal } from './receiverStore.ts';

type Add = BodyOf<typeof addEndpoint>;

const FORMS: Readonly<Record<Add['kind'], RegExp>> = { merchant: /^\d{8,10}$/, person: /^[\w-]{20,64}$/ };
/** Enough is left to tell two apart. */
export const maskedAccount = (kind: Add['kind'], account: string): string =>
  kind === 'merchant' ? maskedNumber(account) : starredNumber(account);
/** The first character stays. */
export const maskedName = (name: string): string => `${[...name][0] ?? ''}**`;

/** Whether another receiver of the merchant has this account: sealed, they are compared opened. */
async function isTaken(ctx: Ctx, merchantId: string, { kind, accountNumber }: Add): Promise<boolean> {
  const rows = await ofLevels(ctx)
    .selectFrom('split_orders.receiver')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .where('state', '!=', 'removed')
    .execute();
  return rows.some((row) => openedReceiver(ctx, row).account === accountNumber);
}

async function hasOne(ctx: Ctx, merchantId: string, customerId: string): Promise<boolean> {
  const found = await ofLevels(ctx)
    .selectFrom('split_orders.receiver')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', customerId)
    .where('state', '!=', 'removed')
    .executeTakeFirst();
  return found !== undefined;
}

/** Registered at WeChat first. Killed in between, it is registered there and not here, which splits nothing. */
export async function addReceiver(ctx: Ctx, body: Add): Promise<Commit<AnswerOf<typeof addEndpoint>>> {
  const { customerId, kind, accountNumber, holder } = body;
  const merchant = await ownMerchant(ctx, body.merchantId);
  const customer = await customerOf(ctx.db, customerId);
  if (!customer || customer.id === merchant.customer_id) throw refusedAt('customerId', notReceiver);
  if (!FORMS[kind].test(accountNumber)) throw refusedAt('accountNumber', wrongAccount);
  const own = await merchantBeyondScope(ctx, merchant.id);
  if (kind === 'merchant' && own?.merchant_no === accountNumber) throw refusedAt('accountNumber', ownAccount);
  if (await hasOne(ctx, merchant.id, customerId)) throw refusedAt('customerId', hasReceiver);
  if (await isTaken(ctx, merchant.id, body)) throw refusedAt('accountNumber', accountTaken);
  const heard = await callProvider(ctx, merchant.id, 'addReceiver', { kind, account: accountNumber, holder });
  if (heard.kind !== 'ok') throw new Refused(wechatRefused, { reason: say(heard.words, ctx.language) });
  const id = ctx.ids.next();
  return async (inside) => {
    const now = inside.clock.now();
    const row: ReceiverRow = {
      id,
      merchant_id: merchant.id,
      owner_id: merchant.customer_id,
      customer_id: customer.id,
      kind,
      account: seal(inside, id, 'account', accountNumber),
      account_mask: maskedAccount(kind, accountNumber),
      holder: seal(inside, id, 'holder', holder),
      holder_mask: maskedName(holder),
      state: 'registered',
      version: 1,
      created_at: now,
      updated_at: now,
    };
    await refuseDuplicate(
      'receiver_once',
      refusedAt('customerId', hasReceiver),
      inside.db.insertInto('split_orders.receiver').values(row).execute(),
    );
    note(inside, row, undefined, { kind, account: row.account_mask, holder: row.holder_mask });
    return { id };
  };
}

async function hasOpenSplit(ctx: Ctx, { id }: ReceiverRow): Promise<boolean> {
  const found = await ofLevels(ctx)
    .selectFrom('split_orders.part')
    .select('id')
    .where('receiver_id', '=', id)
    .where('state', '=', 'held')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Removed at WeChat first; one that it does not know is removed. */
export async function removeReceiver(
  ctx: Ctx,
  named: BodyOf<typeof removeEndpoint>,
): Promise<Commit<AnswerOf<typeof removeEndpoint>>> {
  const row = await receiverIn(ctx, named);
  if (await hasOpenSplit(ctx, row)) throw new Refused(splitUnderWay);
  const { kind, account } = openedReceiver(ctx, row);
  const heard = await callProvider(ctx, row.merchant_id, 'removeReceiver', { kind, account });
  const isGone = heard.kind === 'ok' || (heard.kind === 'refused' && heard.isUnknown === true);
  if (!isGone) throw new Refused(wechatRefused, { reason: say(heard.words, ctx.language) });
  return async (inside) => {
    const locked = await receiverIn(inside, named, true);
    if (!locked) throw new Refused(receiverNotFound);
    await inside.db
      .updateTable('split_orders.receiver')
      .set({ state: 'removed', version: locked.version + 1, updated_at: inside.clock.now() })
      .where('id', '=', locked.id)
      .execute();
    note(inside, locked, { state: locked.state }, { state: 'removed' });
    return DONE;
  };
}

export const percentText = (ratio: number): string => String(ratio / 100);

/** What was agreed with WeChat; for what is released from now on. */
export async function setRatio(
  ctx: Ctx,
  { merchantId, version, ratioPercent }: BodyOf<typeof ratioEndpoint>,
): Promise<AnswerOf<typeof ratioEndpoint>> {
  const merchant = await ownMerchant(ctx, merchantId);
  const before = await ratioOf(ctx, merchant.id);
  if (before.version !== version) throw new Refused(changedByAnother);
  const ratio = Math.max(1, Math.round(Number(ratioPercent) * 100));
  const row = { ratio, version: version + 1, updated_at: ctx.clock.now() };
  const kept = await ctx.db
    .insertInto('split_orders.merchant_ratio')
    .values({ ...row, merchant_id: merchant.id, owner_id: merchant.customer_id })
    .onConflict((on) =>
      on.column('merchant_id').doUpdateSet(row).where('split_orders.merchant_ratio.version', '=', version),
    )
    .returning('merchant_id')
    .execute();
  if (kept.length === 0) throw new Refused(changedByAnother);
  ctx.note({
    objectKind: 'merchant',
    objectId: merchant.id,
    customerId: merchant.customer_id,
    summary: `${percentText(ratio)}%`,
    before: { splitRatio: percentText(before.ratio) },
    after: { splitRatio: percentText(ratio) },
  });
  return DONE;
}
