import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { settleElsewhere } from '../../orders/face.ts';
import type { OrderSeen } from '../adapters/operations.ts';
import type { SourceOrderRow, SourceRow } from '../externalTables.ts';
import { askSource } from '../sources/gate.ts';
import { beyond, sourceById } from '../sources/sourceStore.ts';
import { syncSourceJob } from '../syncing/syncSource.ts';
import { askAgainAfter, mayArrive, nextStep } from './orderRules.ts';
import { changeOpen, sourceOrderById } from './sourceOrderStore.ts';

const NOT_DELIVERED = text('套餐未能交付，款项已退回', 'The package could not be delivered; the amount was returned');
const TOO_LATE = text('来源长时间无法下单', 'The source took no orders for too long');
const OFF = text('套餐已暂停，未向来源下单', 'The package is suspended; nothing was ordered at the source');
const CARD_GONE = text(
  '来源已交付，但本平台已没有这张卡，请联系来源退款',
  'Delivered by the source, but the card is not here any more; ask the source for a refund',
);

/** Longer than a call takes: until then nobody else looks. */
const CLAIM_MS = 90_000;
const UNCLEAR_ASK_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;

const said = (words: Text | undefined) => ({
  words_zh: words?.zh.slice(0, 300) ?? null,
  words_en: words?.en.slice(0, 300) ?? null,
});

type Ending = { readonly state: 'delivered' | 'refused' | 'returned'; readonly words?: Text | undefined };

/** Settles an order once, with its line, its money and its task, in one transaction. */
async function finish(ctx: Ctx, row: SourceOrderRow, { state, words }: Ending, seen?: OrderSeen): Promise<void> {
  await ctx.transact(async (inside) => {
    const settled = await changeOpen(inside, row, {
      state,
      next_at: null,
      settled_at: inside.clock.now(),
      ...said(words),
      ...(seen ? chargedBy(seen) : {}),
    });
    if (!settled) return;
    const written = await settleElsewhere(
      inside,
      { orderId: row.order_id, lineId: row.line_id },
      state === 'delivered' ? { kind: 'delivered' } : { kind: 'failed', code: 'notDelivered', words: NOT_DELIVERED },
    );
    if (state === 'delivered' && written?.kind !== 'delivered')
      await beyond(inside)
        .updateTable('external_packages.source_order')
        .set(said(CARD_GONE))
        .where('id', '=', row.id)
        .execute();
  });
}

const chargedBy = ({ theirOrderNo, charged, currency }: OrderSeen) => ({
  their_order_no: theirOrderNo,
  charged,
  charged_currency: currency,
});

const after = (ctx: Ctx, ms: number): Date => new Date(ctx.clock.now().getTime() + ms);

/** No later than the source says, and no later than a few minutes. */
const waitUntil = (ctx: Ctx, retryAt: Date): Date =>
  new Date(Math.min(Math.max(retryAt.getTime(), after(ctx, 1_000).getTime()), after(ctx, LONGEST_WAIT_MS).getTime()));

/** Marked as sent before it is; whoever finds it so asks after it. */
async function send(ctx: Ctx, source: SourceRow, before: SourceOrderRow): Promise<void> {
  const row = await changeOpen(ctx, before, {
    state: 'sent',
    sent_at: ctx.clock.now(),
    sends: before.sends + 1,
    asks: 0,
    next_at: after(ctx, CLAIM_MS),
  });
  if (!row) return;
  const heard = await askSource(ctx, source, 'order', {
    outOrderNo: row.out_order_no,
    code: row.code,
    iccid: row.iccid,
    periods: row.periods,
    effectiveType: row.effective_type,
    postponeDays: row.postpone_days,
    most: row.most,
  });
  if (heard.kind === 'refused') {
    await finish(ctx, row, { state: 'refused', words: heard.words });
    // Something moved there.
    await ctx.enqueue(syncSourceJob, { sourceId: source.id }, { key: source.id });
  } else if (heard.kind === 'ok')
    await changeOpen(ctx, row, {
      state: 'accepted',
      their_order_no: heard.answer.theirOrderNo,
      next_at: after(ctx, askAgainAfter(0)),
      ...said(undefined),
    });
  else if (heard.kind === 'unavailable')
    await changeOpen(ctx, row, {
      state: 'waiting',
      sent_at: before.sent_at,
      sends: before.sends,
      next_at: waitUntil(ctx, heard.retryAt),
      ...said(heard.words),
    });
  else
    await changeOpen(ctx, row, {
      sent_at: ctx.clock.now(),
      next_at: after(ctx, UNCLEAR_ASK_MS),
      ...said(heard.words),
    });
}

async function ask(ctx: Ctx, source: SourceRow, before: SourceOrderRow): Promise<void> {
  const row = await changeOpen(ctx, before, { next_at: after(ctx, CLAIM_MS), asks: before.asks + 1 });
  if (!row) return;
  const later = after(ctx, askAgainAfter(row.asks));
  const heard = await askSource(ctx, source, 'orderState', { outOrderNo: row.out_order_no });
  if (heard.kind === 'ok') {
    const seen = heard.answer;
    if (seen.state === 'delivered') await finish(ctx, row, { state: 'delivered' }, seen);
    else if (seen.state === 'failed') await finish(ctx, row, { state: 'refused', words: seen.words }, seen);
    else
      await changeOpen(ctx, row, {
        state: 'accepted',
        their_order_no: seen.theirOrderNo,
        next_at: later,
        ...said(undefined),
      });
    return;
  }
  const isAbsent = heard.kind === 'refused' && heard.isUnknown === true;
  const never = isAbsent && row.state === 'sent' && !mayArrive({ sentAt: row.sent_at }, ctx.clock.now());
  await changeOpen(
    ctx,
    row,
    never
      ? { state: 'waiting', next_at: ctx.clock.now(), ...said(undefined) }
      : { next_at: later, ...said(heard.words) },
  );
}

/** Does what is due with one order at its source. Killed anywhere, the next one finds it marked and asks after it. */
export async function stepOrder(ctx: Ctx, id: string): Promise<void> {
  const row = await sourceOrderById(ctx, id);
  const now = ctx.clock.now();
  if (!row?.next_at || row.next_at > now) return;
  const source = await sourceById(ctx, row.source_id);
  if (!source) return;
  const offer = await beyond(ctx)
    .selectFrom('external_packages.offer')
    .select('suspended')
    .where('id', '=', row.offer_id)
    .executeTakeFirst();
  const step = nextStep(
    { state: row.state, createdAt: row.created_at, sentAt: row.sent_at },
    { isOff: !offer || offer.suspended !== null, waitHours: source.wait_hours, now },
  );
  if (step === 'send') await send(ctx, source, row);
  else if (step === 'ask') await ask(ctx, source, row);
  else await finish(ctx, row, { state: 'returned', words: step === 'off' ? OFF : TOO_LATE });
}
