import type { settleChannelDifferences as endpoint } from '@cardinal/contract/api/channelStatements/differences.ts';
import { orderStillOpen } from '@cardinal/contract/api/channelStatements/refusals.ts';
import type { ChannelDecision } from '@cardinal/contract/enumerations/channelStatement.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import { correctSettlement } from '../../groupBuys/face.ts';
import { endableLines, endLines } from '../../orders/face.ts';
import { beyond, channelOrders, isUnderWay, ourSettlement } from '../matching/ourOrders.ts';
import type { DifferenceRow } from '../statementTables.ts';
import { decide, matchAgain, openDifferences } from './openDifferences.ts';

/** The order of a difference as it stands; one that is under way is decided about when it has ended. */
async function orderOf(ctx: Ctx, { customer_id, sales_platform, order_id, order_no }: DifferenceRow) {
  const order = await channelOrders(ctx, customer_id, sales_platform)
    .select(['c.order_id', 'c.iccid', 'o.price', isUnderWay.as('is_under_way'), ourSettlement.as('settled')])
    .where('c.order_id', '=', order_id)
    .executeTakeFirstOrThrow();
  if (order.is_under_way) throw new Refused(orderStillOpen, { number: order_no ?? '' });
  return order;
}

async function settleAt(ctx: Ctx, row: DifferenceRow, settled: bigint, reason: string): Promise<void> {
  const order = await orderOf(ctx, row);
  await correctSettlement(ctx, {
    orderId: order.order_id,
    by: settled - BigInt(order.settled),
    cause: row.number,
    remark: reason,
  });
}

/** Ends what is unused of an order, by the rule of its package; false where something of it was used. */
async function unsubscribe(ctx: Ctx, row: DifferenceRow, reason: string): Promise<boolean> {
  const order = await orderOf(ctx, row);
  const lines = await endableLines(ctx, order.order_id, BigInt(order.price));
  if (lines.length === 0 || lines.some(({ isUsing }) => isUsing)) return false;
  const { id: cardId } = await beyond(ctx)
    .selectFrom('cards.v_card')
    .select('id')
    .where('iccid', '=', order.iccid)
    .executeTakeFirstOrThrow();
  // Of what cost nothing, nothing goes back.
  const amounts = new Map(
    lines.map(({ lineId, refundable, price }) => [
      lineId,
      price === 0n ? { amount: 0n, price: 1n } : { amount: refundable, price },
    ]),
  );
  return endLines(ctx, { orderId: order.order_id, cardId, amounts, reason });
}

/** Their refund is followed: what is left of the settlement after unsubscribing is a loss of the seller. */
async function refund(ctx: Ctx, row: DifferenceRow, reason: string): Promise<ChannelDecision> {
  const isEnded = await unsubscribe(ctx, row, reason);
  await settleAt(ctx, row, 0n, reason);
  return isEnded ? 'unsubscribed' : 'lost';
}

async function settle(
  ctx: Ctx,
  row: DifferenceRow,
  { decision, reason }: Pick<BodyOf<typeof endpoint>, 'decision' | 'reason'>,
): Promise<ChannelDecision> {
  if (decision === 'explain') return 'explained';
  if (decision === 'refund') return refund(ctx, row, reason);
  await settleAt(ctx, row, BigInt(row.their_settlement ?? 0), reason);
  return 'accepted';
}

/** Decides about differences: all of them, or none. */
export async function settleDifferences(
  ctx: Ctx,
  { ids, ...asked }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const rows = await openDifferences(ctx, ids, asked.decision);
  const counts = { unsubscribed: 0, lost: 0, accepted: 0, explained: 0 };
  for (const row of rows) {
    const decision = await settle(ctx, row, asked);
    await decide(ctx, row, decision, asked.reason);
    counts[decision as keyof typeof counts] += 1;
  }
  await matchAgain(ctx, rows);
  return counts;
}
