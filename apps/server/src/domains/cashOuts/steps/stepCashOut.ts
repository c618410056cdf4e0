import { CashOutMethod } from '@cardinal/contract/enumerations/cashOut.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Outcome } from '../../../outbound/gate/reply.ts';
import { callProvider, merchantBeyondScope, noticeUrlOf } from '../../paymentProviders/face.ts';
import { providerAdapterOf, type TransferSeen } from '../../providerAdapters/face.ts';
import { giveBack } from '../cashOut/cashOutMoney.ts';
import { ARRIVES_WITHIN_MS, isBeyondArrival, nextLook } from '../cashOut/cashOutRules.ts';
import { beyond, cashOutOf, keepCashOut, lockCashOut, receiverPlace, ruleOf } from '../cashOut/cashOutStore.ts';
import type { CashOutRow } from '../cashOutTables.ts';
import { applySeen, CANCELLED } from './applySeen.ts';

const { toWithdraw, transferring } = CashOutState.values;
const REMARK = text('分润提现 {number}', 'Profit {number}');
/** While transfers are paused, or its merchant is gone. */
const WAITS_MS = 600_000;

/**
 * Does what is next for a cash-out that a provider pays: sends it, asks after it, takes it back. Outside any transaction. Killed
 * anywhere it is due again: it is marked as sent before it is, and whatever was sent is asked after before it is sent once more,
 * under the same number.
 */
export async function stepCashOut(ctx: Ctx, id: string): Promise<void> {
  const row = await cashOutOf(ctx, id);
  if (row?.method !== CashOutMethod.values.wechat) return;
  if (row.state === toWithdraw) return begin(ctx, row);
  if (row.state === transferring) return follow(ctx, row);
}

/** In its transaction, if it is still on its way. */
const underway = (ctx: Ctx, { id }: CashOutRow, act: (inside: Ctx, locked: CashOutRow) => Promise<unknown>) =>
  ctx.transact(async (inside) => {
    const locked = await lockCashOut(inside, id);
    if (locked?.state === transferring) await act(inside, locked);
  });

async function begin(ctx: Ctx, { id }: CashOutRow): Promise<void> {
  const begun = await ctx.transact(async (inside) => {
    const locked = await lockCashOut(inside, id);
    if (locked?.state !== toWithdraw) return undefined;
    const now = inside.clock.now();
    const rule = await ruleOf(inside, locked.method, locked.currency);
    const merchant = rule?.merchant_id ? await merchantBeyondScope(inside, rule.merchant_id) : undefined;
    if (!rule || rule.is_paused || merchant?.state !== 'on') {
      await keepCashOut(inside, id, { next_at: new Date(now.getTime() + WAITS_MS) });
      return undefined;
    }
    const change: Partial<CashOutRow> = {
      state: transferring,
      waits_for: 'provider',
      merchant_id: merchant.id,
      sends: 1,
      sent_at: now,
      steps: 0,
      next_at: nextLook(now, 0, 'provider'),
    };
    await keepCashOut(inside, id, change);
    return { ...locked, ...change };
  });
  if (begun) await send(ctx, begun);
}

async function send(ctx: Ctx, row: CashOutRow): Promise<void> {
  const merchant = await merchantBeyondScope(ctx, row.merchant_id ?? '');
  const receiver = await beyond(ctx)
    .selectFrom('cash_outs.receiver')
    .selectAll()
    .where('id', '=', row.receiver_id)
    .executeTakeFirst();
  if (!merchant || !receiver?.account) return;
  const heard = await callProvider(ctx, merchant.id, 'transfer', {
    transferNo: row.cash_out_no,
    amount: { minor: BigInt(row.net), currency: row.currency },
    account: ctx.secrets.open(receiver.account, receiverPlace(receiver.id)),
    holder: row.holder,
    remark: say(REMARK, 'zh_CN', { number: row.cash_out_no }),
    noticeUrl: noticeUrlOf(merchant, providerAdapterOf(merchant.provider).key),
  });
  await underway(ctx, row, (inside, locked) => judgeSent(inside, locked, heard));
}

async function judgeSent(ctx: Ctx, locked: CashOutRow, heard: Outcome<TransferSeen>): Promise<void> {
  if (heard.kind === 'ok') {
    await applySeen(ctx, locked, heard.answer);
    return;
  }
  const why = { reason_zh: heard.words.zh, reason_en: heard.words.en };
  const isShort = heard.kind === 'refused' && heard.code === 'payerShort';
  // Sent once and refused: nothing else of it can be on its way.
  if (heard.kind === 'refused' && !isShort && locked.sends === 1) {
    await giveBack(ctx, locked, heard.words, { said: heard.code });
    return;
  }
  const waits_for = isShort ? 'payer' : 'provider';
  const steps = locked.waits_for === waits_for ? locked.steps + 1 : 0;
  await keepCashOut(ctx, locked.id, {
    ...why,
    waits_for,
    steps,
    ...(heard.kind === 'refused' ? { said: heard.code } : {}),
    is_refused: heard.kind === 'refused' && !isShort,
    ...(isShort && locked.sends === 1 ? { sends: 0 } : {}),
    next_at: nextLook(ctx.clock.now(), steps, waits_for),
  });
}

async function follow(ctx: Ctx, row: CashOutRow): Promise<void> {
  const named = { transferNo: row.cash_out_no };
  const merchantId = row.merchant_id ?? '';
  let heard = await callProvider(ctx, merchantId, 'queryTransfer', named);
  if (heard.kind === 'ok' && heard.answer.state === 'waitsForUser' && row.cancel_asked_at) {
    await callProvider(ctx, merchantId, 'cancelTransfer', named);
    // Whatever was answered: how it is now is what the provider says next.
    heard = await callProvider(ctx, merchantId, 'queryTransfer', named);
  }
  if (heard.kind === 'refused' && heard.isUnknown) return unknownThere(ctx, row);
  const seen = heard;
  await underway(ctx, row, async (inside, locked) => {
    if (seen.kind === 'ok') await applySeen(inside, locked, seen.answer);
    else {
      const steps = locked.steps + 1;
      await keepCashOut(inside, locked.id, {
        steps,
        reason_zh: seen.words.zh,
        reason_en: seen.words.en,
        next_at: nextLook(inside.clock.now(), steps, locked.waits_for),
      });
    }
  });
  // With what the receiver confirms stands in the answer to the first request only: the same one says it again.
  const isLost = seen.kind === 'ok' && seen.answer.state === 'waitsForUser' && row.confirm_with === null;
  if (isLost && !row.cancel_asked_at) await send(ctx, row);
}

/** The provider knows no such number: it is sent again, or given up once nothing of it can arrive any more. */
async function unknownThere(ctx: Ctx, row: CashOutRow): Promise<void> {
  let again: CashOutRow | undefined;
  await underway(ctx, row, async (inside, locked) => {
    const now = inside.clock.now();
    if (locked.cancel_asked_at || locked.is_refused) {
      const why = locked.is_refused ? text(locked.reason_zh ?? '', locked.reason_en ?? '') : CANCELLED;
      if (isBeyondArrival(locked, now)) return giveBack(inside, locked, why);
      const next_at = new Date((locked.sent_at ?? now).getTime() + ARRIVES_WITHIN_MS);
      return keepCashOut(inside, locked.id, { next_at });
    }
    const steps = locked.steps + 1;
    const change = { sends: locked.sends + 1, sent_at: now, steps, next_at: nextLook(now, steps, locked.waits_for) };
    await keepCashOut(inside, locked.id, change);
    again = { ...locked, ...change };
    return undefined;
  });
  if (again) await send(ctx, again);
}
