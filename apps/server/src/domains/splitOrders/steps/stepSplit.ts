import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Outcome } from '../../../outbound/gate/reply.ts';
import { callProvider } from '../../paymentProviders/face.ts';
import type { SplitSeen } from '../../providerAdapters/face.ts';
import { openedReceiver, receiverLost, receiversByIds } from '../receivers/receiverStore.ts';
import { heldParts, partLeft, partPaid } from '../sharing/partMoney.ts';
import { keepShared, keepSplit, lookAt, ofLevels, whileStill } from '../sharing/sharedPayments.ts';
import { isBeyondArrival, nextLook } from '../sharing/splitRules.ts';
import type { PartRow, SharedPaymentRow, SplitRow } from '../splitTables.ts';

const DESCRIPTION = '流量卡分润';
const NOTHING_LEFT = text('没有待解冻金额', 'Nothing is left to be unfrozen');
const DAY_MS = 86_400_000;

const splitOf = (ctx: Ctx, id: string): Promise<SplitRow | undefined> =>
  ofLevels(ctx).selectFrom('split_orders.split').selectAll().where('id', '=', id).executeTakeFirst();

type Locked = { readonly shared: SharedPaymentRow; readonly row: SplitRow };

const still = (
  ctx: Ctx,
  { id, payment_id }: SplitRow,
  state: SplitRow['state'],
  act: (inside: Ctx, locked: Locked) => Promise<void>,
): Promise<void> =>
  whileStill<SplitRow>(
    ctx,
    payment_id,
    state,
    (inside) =>
      ofLevels(inside).selectFrom('split_orders.split').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    act,
  );

async function paymentNoOf(ctx: Ctx, paymentId: string): Promise<string | undefined> {
  const row = await ofLevels(ctx)
    .selectFrom('payments.v_payment')
    .select('provider_no')
    .where('id', '=', paymentId)
    .executeTakeFirst();
  return row?.provider_no ?? undefined;
}

/**
 * Does what is next for a split or an unfreezing: sends it, or asks after it. Outside any transaction. It is marked as sent before it
 * is, and what was sent is asked after under its number before it is sent again; so killed anywhere it takes effect once.
 */
export async function stepSplit(ctx: Ctx, id: string): Promise<void> {
  const split = await splitOf(ctx, id);
  const paymentNo = split && (await paymentNoOf(ctx, split.payment_id));
  if (!split || !paymentNo) return;
  if (split.state === 'waiting') {
    let sent: SplitRow | undefined;
    await still(ctx, split, 'waiting', async (inside, { row: locked }) => {
      sent = await markSent(inside, locked);
    });
    if (sent) await send(ctx, sent, paymentNo);
  } else if (split.state === 'sent') await follow(ctx, split, paymentNo);
}

async function markSent(ctx: Ctx, locked: SplitRow): Promise<SplitRow> {
  const now = ctx.clock.now();
  const change = {
    state: 'sent' as const,
    sends: locked.sends + 1,
    sent_at: now,
    is_refused: false,
    next_at: nextLook(now, locked.steps),
  };
  await keepSplit(ctx, locked.id, change);
  return { ...locked, ...change };
}

async function send(ctx: Ctx, split: SplitRow, paymentNo: string): Promise<void> {
  const { split_no: splitNo, merchant_id: merchantId } = split;
  if (split.kind === 'unfreeze') {
    const left = await callProvider(ctx, merchantId, 'querySplittable', { paymentNo });
    if (left.kind === 'ok' && left.answer.amount === 0n && split.sends === 1) {
      await still(ctx, split, 'sent', (inside, locked) => ended(inside, locked, 'done', NOTHING_LEFT));
      return;
    }
    const asked = { splitNo, paymentNo, description: DESCRIPTION };
    await judge(ctx, split, await callProvider(ctx, merchantId, 'unfreezePayment', asked));
    return;
  }
  const parts = await ofLevels(ctx)
    .selectFrom('split_orders.part')
    .selectAll()
    .where('split_id', '=', split.id)
    .orderBy('customer_id')
    .execute();
  const receivers = await receiversByIds(
    ctx,
    parts.map(({ receiver_id }) => receiver_id),
  );
  const named = parts.flatMap(({ receiver_id, amount }) => {
    const receiver = receivers.get(receiver_id);
    return receiver ? [{ ...openedReceiver(ctx, receiver), amount: BigInt(amount), description: DESCRIPTION }] : [];
  });
  const asked = { splitNo, paymentNo, parts: named, unfreezes: split.unfreezes };
  await judge(ctx, split, await callProvider(ctx, merchantId, 'splitPayment', asked));
}

/** Sent once and refused, nothing of it can be on its way; otherwise what was sent before may still arrive. */
const judge = (ctx: Ctx, split: SplitRow, heard: Outcome<SplitSeen>): Promise<void> =>
  still(ctx, split, 'sent', async (inside, locked) => {
    if (heard.kind === 'ok') return applySeen(inside, locked, heard.answer);
    if (heard.kind === 'refused' && locked.row.sends === 1)
      return ended(inside, locked, 'refused', heard.words, heard.code);
    return later(inside, locked.row, {
      reason_zh: heard.words.zh,
      reason_en: heard.words.en,
      ...(heard.kind === 'refused' ? { said: heard.code, is_refused: true } : {}),
    });
  });

const later = (ctx: Ctx, split: SplitRow, change: Partial<SplitRow> = {}): Promise<void> => {
  const steps = split.steps + 1;
  return keepSplit(ctx, split.id, { ...change, steps, next_at: nextLook(ctx.clock.now(), steps) });
};

async function follow(ctx: Ctx, split: SplitRow, paymentNo: string): Promise<void> {
  const heard = await callProvider(ctx, split.merchant_id, 'querySplit', { splitNo: split.split_no, paymentNo });
  let again: SplitRow | undefined;
  await still(ctx, split, 'sent', async (inside, locked) => {
    if (heard.kind === 'ok') return applySeen(inside, locked, heard.answer);
    const isUnknown = heard.kind === 'refused' && heard.isUnknown === true;
    if (!isUnknown) return later(inside, locked.row, { reason_zh: heard.words.zh, reason_en: heard.words.en });
    if (!locked.row.is_refused) {
      again = await markSent(inside, { ...locked.row, steps: locked.row.steps + 1 });
      return undefined;
    }
    if (!isBeyondArrival(locked.row.sent_at, inside.clock.now())) return later(inside, locked.row);
    const { reason_zh, reason_en, said } = locked.row;
    return ended(inside, locked, 'refused', text(reason_zh ?? '', reason_en ?? ''), said);
  });
  if (again) await send(ctx, again, paymentNo);
}

/** Ends a request without an answer of its receivers: what was held for them is theirs to withdraw. */
async function ended(
  ctx: Ctx,
  { shared, row: split }: Locked,
  state: 'done' | 'refused',
  words: Text,
  said: string | null = null,
): Promise<void> {
  for (const part of await heldParts(ctx, split.id)) await partLeft(ctx, part, { said, words });
  await finish(ctx, { shared, row: split }, state, { said, reason_zh: words.zh, reason_en: words.en });
}

async function finish(ctx: Ctx, { shared, row: split }: Locked, state: 'done' | 'refused', change: Partial<SplitRow>) {
  const now = ctx.clock.now();
  await keepSplit(ctx, split.id, { ...change, state, next_at: null, ended_at: now });
  if (shared.state !== 'frozen') return;
  if (state === 'done' && split.unfreezes)
    await keepShared(ctx, shared.payment_id, { state: 'unfrozen', next_at: null });
  // What it does not unfreeze for us now may be unfrozen another day.
  else if (split.kind === 'unfreeze')
    await keepShared(ctx, shared.payment_id, { next_at: new Date(now.getTime() + DAY_MS) });
  else await lookAt(ctx, shared);
}

/** The provider's answer on one receiver; undefined where it says nothing of it. */
const seenOf = (part: PartRow, seen: SplitSeen, accounts: ReadonlyMap<string, string>) =>
  seen.parts.find(
    ({ account, amount }) => account === accounts.get(part.receiver_id) && amount === BigInt(part.amount),
  );

/** Takes the provider's word, receiver by receiver: paid and posted in one transaction, or left with the reason. */
async function applySeen(ctx: Ctx, { shared, row: split }: Locked, seen: SplitSeen): Promise<void> {
  const held = await heldParts(ctx, split.id);
  const receivers = await receiversByIds(
    ctx,
    held.map(({ receiver_id }) => receiver_id),
  );
  const accounts = new Map([...receivers.values()].map((row) => [row.id, openedReceiver(ctx, row).account]));
  let open = 0;
  for (const part of held) {
    const found = seenOf(part, seen, accounts);
    if (found?.state === 'done') await partPaid(ctx, shared, part, found.said);
    else if (found?.state === 'closed') {
      await partLeft(ctx, part, { said: found.failCode ?? found.said, words: found.failWords });
      if (found.failCode === 'NO_RELATION') await receiverLost(ctx, part.receiver_id);
    } else open += 1;
  }
  const told = { provider_no: seen.providerNo ?? split.provider_no, said: seen.said, reason_zh: null, reason_en: null };
  if (seen.state === 'finished' && open === 0) await finish(ctx, { shared, row: split }, 'done', told);
  else await later(ctx, split, told);
}
