import { SigningState } from '@cardinal/contract/enumerations/autoRenewal.ts';
import type { NoticeVerdict } from '@cardinal/contract/enumerations/onlinePayment.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { callProvider, merchantBeyondScope, noticeUrlOf } from '../../paymentProviders/face.ts';
import type { ContractHeard } from '../../payments/face.ts';
import { type ContractSeen, providerAdapterOf } from '../../providerAdapters/face.ts';
import { openAccountPage } from '../../publicAccounts/face.ts';
import { renewable } from '../../retailOrders/face.ts';
import type { ContractRow } from '../renewalTables.ts';
import { isSignOver, nextComparison, nextSignLook, nextTry } from './contractRules.ts';
import { beginEnding, beyond, contractOf, endNow, keepContract, lockContract } from './contractStore.ts';

const { unsigned, signed } = SigningState.values;
const NOT_SIGNED = text('未在时限内完成签约', 'Not signed in time');
const ENDED_BY: Readonly<Record<'user' | 'us' | 'provider', Text>> = {
  user: text('用户在微信中解约', 'The user ended it in WeChat'),
  us: text('商户在微信支付后台解约', 'Ended at the provider’s console'),
  provider: text('微信支付解约', 'Ended by WeChat Pay'),
};
const NOT_THERE = text('渠道没有此签约', 'The provider knows no such contract');
export const CARD_GONE = text('卡已注销或不再属于此公众号', 'The card is cancelled or no longer one of this account');

/**
 * Does what is next for a contract: prepares it to be signed, asks whether it is, compares it, ends it. Outside any transaction.
 * Killed anywhere it is due again; every call carries its own number.
 */
export async function stepContract(ctx: Ctx, id: string): Promise<void> {
  const row = await contractOf(ctx, id);
  if (!row?.next_at) return;
  if (row.ended_at) return forget(ctx, row);
  if (row.ending_at) return end(ctx, row);
  if (row.state !== unsigned) return compare(ctx, row);
  return row.sign_url === null ? prepare(ctx, row) : look(ctx, row);
}

const named = ({ contract_no, plan_id }: ContractRow) => ({ contractNo: contract_no, planId: plan_id });
const query = (ctx: Ctx, row: ContractRow) => callProvider(ctx, row.merchant_id, 'queryContract', named(row));

/** In its transaction, if nobody else has moved it on meanwhile. */
const stillAs = (ctx: Ctx, row: ContractRow, act: (inside: Ctx, locked: ContractRow) => Promise<void>) =>
  ctx.transact(async (inside) => {
    const locked = await lockContract(inside, row.id);
    const isSame =
      locked?.state === row.state &&
      (locked.ended_at === null) === (row.ended_at === null) &&
      (locked.ending_at === null) === (row.ending_at === null);
    if (locked && isSame) await act(inside, locked);
  });

const again = (ctx: Ctx, { id, steps }: ContractRow, next = nextTry) =>
  keepContract(ctx, id, { steps: steps + 1, next_at: next(ctx.clock.now(), steps) });

async function prepare(ctx: Ctx, row: ContractRow): Promise<void> {
  const merchant = await merchantBeyondScope(ctx, row.merchant_id);
  const account = await openAccountPage(ctx, row.account_id);
  const user = await beyond(ctx)
    .selectFrom('public_accounts.v_end_user')
    .select('openid')
    .where('id', '=', row.end_user_id)
    .executeTakeFirst();
  if (!merchant || !account || !user || isSignOver(row.sign_until, ctx.clock.now()))
    return stillAs(ctx, row, (inside, locked) => endNow(inside, locked, { by: null, words: NOT_SIGNED }));
  const heard = await callProvider(ctx, merchant.id, 'createContract', {
    ...named(row),
    buyer: { appid: account.appid, openid: user.openid },
    displayName: `ICCID …${row.iccid.slice(-6)}`,
    noticeUrl: noticeUrlOf(merchant, providerAdapterOf(merchant.provider).key),
  });
  await stillAs(ctx, row, async (inside, locked) => {
    if (heard.kind === 'ok')
      return keepContract(inside, locked.id, {
        sign_url: heard.answer.url,
        steps: 0,
        next_at: nextSignLook(inside.clock.now(), 0),
      });
    if (heard.kind === 'refused') return endNow(inside, locked, { by: 'provider', words: heard.words });
    return again(inside, locked);
  });
}

async function look(ctx: Ctx, row: ContractRow): Promise<void> {
  const heard = await query(ctx, row);
  await stillAs(ctx, row, async (inside, locked) => {
    if (heard.kind === 'ok' && (heard.answer.state === 'signed' || heard.answer.state === 'ended'))
      return applySeen(inside, locked, heard.answer);
    const isWaiting = heard.kind === 'ok' || (heard.kind === 'refused' && heard.isUnknown);
    if (isWaiting && isSignOver(locked.sign_until, inside.clock.now()))
      return endNow(inside, locked, { by: null, words: NOT_SIGNED });
    return again(inside, locked, isWaiting ? nextSignLook : nextTry);
  });
}

/** Takes the provider's word about a contract whose row is locked. Said again, it changes nothing. */
async function applySeen(ctx: Ctx, locked: ContractRow, seen: ContractSeen): Promise<void> {
  const now = ctx.clock.now();
  if (seen.state === 'ended') {
    const by = seen.endedBy ?? 'provider';
    return endNow(ctx, locked, { by, words: ENDED_BY[by], at: seen.endedAt });
  }
  if (seen.state === 'signed' && locked.state === unsigned && seen.providerNo)
    return keepContract(ctx, locked.id, {
      state: signed,
      provider_no: seen.providerNo,
      signed_at: seen.signedAt ?? now,
      sign_url: null,
      steps: 0,
      next_at: nextComparison(now),
      plan_at: now,
    });
  return keepContract(ctx, locked.id, { steps: 0, next_at: nextComparison(now) });
}

/** What was ended within WeChat, or whose card is gone, is found even where nothing was heard of it. */
async function compare(ctx: Ctx, row: ContractRow): Promise<void> {
  const heard = await query(ctx, row);
  const { card } = await renewable(ctx, {
    customerId: row.customer_id,
    cardId: row.card_id,
    listingId: row.listing_id,
    price: BigInt(row.renew_price),
  });
  const isGone = !card || card.lifecycle === 'cancelled';
  await stillAs(ctx, row, async (inside, locked) => {
    if (heard.kind === 'ok') await applySeen(inside, locked, heard.answer);
    else if (heard.kind === 'refused' && heard.isUnknown)
      return endNow(inside, locked, { by: 'provider', words: NOT_THERE });
    else await again(inside, locked);
    const after = await lockContract(inside, locked.id);
    if (isGone && after) await beginEnding(inside, after, 'us', CARD_GONE);
  });
}

async function end(ctx: Ctx, row: ContractRow): Promise<void> {
  await callProvider(ctx, row.merchant_id, 'endContract', { ...named(row), reason: row.end_zh ?? '' });
  // Whatever was answered: how it is now is what the provider says next.
  const heard = await query(ctx, row);
  await stillAs(ctx, row, async (inside, locked) => {
    if (heard.kind === 'ok' && heard.answer.state === 'ended') return applySeen(inside, locked, heard.answer);
    if (heard.kind === 'refused' && heard.isUnknown)
      return endNow(inside, locked, { by: 'provider', words: NOT_THERE });
    return again(inside, locked);
  });
}

/** One that was given up and has been signed after all is ended there too. */
async function forget(ctx: Ctx, row: ContractRow): Promise<void> {
  const heard = await query(ctx, row);
  const isSigned = heard.kind === 'ok' && heard.answer.state === 'signed';
  if (isSigned) await callProvider(ctx, row.merchant_id, 'endContract', { ...named(row), reason: NOT_SIGNED.zh });
  const isClear = heard.kind === 'ok' || (heard.kind === 'refused' && heard.isUnknown === true);
  await stillAs(ctx, row, async (inside, locked) => {
    if (isClear && !isSigned) await keepContract(inside, locked.id, { steps: 0, next_at: null });
    else await again(inside, locked);
  });
}

/** A notice only says that there is something to ask: what counts is what the provider answers to a question. */
export const hearContract: ContractHeard = async (ctx, merchantId, seen): Promise<NoticeVerdict> => {
  const row = await beyond(ctx)
    .selectFrom('auto_renewals.contract')
    .selectAll()
    .where('contract_no', '=', seen.contractNo)
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 'unknownNumber';
  if (row.ended_at && row.signed_at) return 'known';
  await keepContract(ctx, row.id, { steps: 0, next_at: ctx.clock.now() });
  return 'taken';
};

const AGAIN_MS = 2_000;

/** Does the next step for whoever waits before it, if it was not done just now. */
export async function lookNow(ctx: Ctx, row: ContractRow): Promise<void> {
  const isFresh = ctx.clock.now().getTime() - row.updated_at.getTime() < AGAIN_MS;
  if (row.next_at && row.state === unsigned && (row.sign_url === null || !isFresh)) await stepContract(ctx, row.id);
}
