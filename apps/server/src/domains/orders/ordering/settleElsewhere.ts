import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { announceCards, lockCards } from '../../cards/face.ts';
import { carrierAccount } from '../../carriers/face.ts';
import { settleItems } from '../../tasks/face.ts';
import { passTime } from '../records/passTime.ts';
import { soldVersion } from './soldPackage.ts';
import { recordsOf, writeResult } from './writeResult.ts';

/** What came of a line that is delivered elsewhere. */
export type ElsewhereResult =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed'; readonly code: string; readonly words: Text };

const CARD_GONE = text('卡已不存在', 'The card is not there any more');

const ofOrder = (ctx: Ctx) => ctx.beyondScope('whoever delivers elsewhere says what came of everybody’s lines');

/** As a person would have ordered it; a renewal is an order of the same. */
const actionOf = (type: string) =>
  type === 'voiceRefueling' ? 'order_voice_refuel' : type === 'flowRefueling' ? 'order_flow_refuel' : 'order_package';

/**
 * Gives the card of a line its package and pays for it, or fails the line, in the caller's transaction; the hold keeps what is
 * open. What was delivered there is not judged again: it is on the card. Answers what was written; undefined where the line is
 * settled already.
 */
export async function settleElsewhere(
  ctx: Ctx,
  { orderId, lineId }: { readonly orderId: string; readonly lineId: string },
  result: ElsewhereResult,
): Promise<ElsewhereResult | undefined> {
  const order = await ofOrder(ctx)
    .selectFrom('orders.package_order')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  const open = await ofOrder(ctx)
    .selectFrom('orders.order_line')
    .select(['id', 'card_id', 'iccid'])
    .where('id', '=', lineId)
    .where('state', '=', FulfilmentState.values.ordering)
    .executeTakeFirst();
  if (!order || !open) return undefined;
  const cards = await lockCards(ofOrder(ctx), [open.card_id]);
  const [card] = cards;
  const clock = card && (await carrierAccount(ctx, card.carrier_account_id));
  const by = {
    action: actionOf(order.package_type),
    actor: {
      accountId: order.ordered_by,
      accountName: order.ordered_by_name,
      customerId: order.ordered_by_customer_id,
    },
  } as const;
  const lost: ElsewhereResult = { kind: 'failed', code: 'notFound', words: CARD_GONE };
  const written = result.kind === 'delivered' && !clock ? lost : result;
  const lines = card ? [{ id: lineId, card }] : [];
  if (written.kind === 'delivered' && card && clock) {
    const sold = await soldVersion(ctx, order.package_version_id);
    const { open: records } = await passTime(ctx, [card.id]);
    const delivered = recordsOf(ctx, order, sold, { id: lineId, card }, records.get(card.id) ?? [], clock);
    await writeResult(ctx, order, lines, { delivered, failures: [] }, by);
  } else if (written.kind === 'failed')
    await writeResult(ctx, order, lines, { delivered: [], failures: [{ lineId, ...written }] }, by);
  await announceCards(ctx, cards);
  const outcome = written.kind === 'delivered' ? ({ kind: 'done', amount: order.price } as const) : written;
  await settleItems(ctx, [{ taskId: order.task_id, target: open.iccid, outcome }]);
  return written;
}
