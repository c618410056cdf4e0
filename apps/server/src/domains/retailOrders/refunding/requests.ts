import type { requestRefund as endpoint } from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import type { rejectRequest as rejectEndpoint } from '@cardinal/contract/api/retailOrders/refunding.ts';
import {
  askedAlready,
  nothingRefundable,
  notRequested,
  refundUnderWay,
  retailOrderNotFound,
} from '@cardinal/contract/api/retailOrders/refusals.ts';
import { PaymentState } from '@cardinal/contract/enumerations/order.ts';
import type { RefundRequestState } from '@cardinal/contract/enumerations/retail.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Selectable } from 'kysely';
import { type Ctx, endUserOf } from '../../../framework/context.ts';
import { noteEvent, openCaseOf, putOnDesk, solveCase } from '../cases/caseStore.ts';
import type { RefundRequestTable } from '../retailTables.ts';
import { isRefundGoing } from './refundable.ts';

export type RequestRow = Selectable<RefundRequestTable>;
const ALL_BACK = text('已全部退款', 'All of it has gone back');

const beyond = (ctx: Ctx) => ctx.beyondScope('what the buyer of an order already read asked');

export const latestRequest = (ctx: Ctx, orderId: string): Promise<RequestRow | undefined> =>
  beyond(ctx)
    .selectFrom('retail_orders.refund_request')
    .selectAll()
    .where('retail_order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const shownRequest = ({ state, reason, answer, asked_at, decided_at }: RequestRow) => ({
  state,
  reason,
  answer,
  askedAt: asked_at.toISOString(),
  decidedAt: decided_at?.toISOString() ?? null,
});

/** A buyer asks for his money; it waits at the desk of whoever sold it. */
export async function requestRefund(
  ctx: Ctx,
  { orderId, reason }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { endUserId } = endUserOf(ctx);
  const row = await ctx
    .beyondScope('an end user’s own orders')
    .selectFrom('retail_orders.retail_order')
    .selectAll()
    .where('id', '=', orderId)
    .where('end_user_id', '=', endUserId)
    .where('pay_state', '=', PaymentState.values.paid)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(retailOrderNotFound);
  if ((await latestRequest(ctx, row.id))?.state === 'asked') throw new Refused(askedAlready);
  if (await isRefundGoing(ctx, row.id)) throw new Refused(refundUnderWay);
  if (BigInt(row.refunded) >= BigInt(row.price))
    throw new Refused(nothingRefundable, { reason: say(ALL_BACK, ctx.language) });
  await beyond(ctx)
    .insertInto('retail_orders.refund_request')
    .values({
      id: ctx.ids.next(),
      retail_order_id: row.id,
      customer_id: row.customer_id,
      end_user_id: endUserId,
      reason,
      state: 'asked',
      answer: null,
      decided_by: null,
      asked_at: ctx.clock.now(),
      decided_at: null,
    })
    .execute();
  const words = text(reason, reason);
  // One that waits at the desk already keeps its reason there.
  if (await openCaseOf(ctx, row.id)) await noteEvent(ctx, row, 'asked', words);
  else await putOnDesk(ctx, row, { reason: 'asked', why: words });
  return DONE;
}

/** Answers the open request of a locked order; without one nothing changes. */
export async function decideRequest(
  ctx: Ctx,
  orderId: string,
  state: Exclude<RefundRequestState, 'asked'>,
  answer: string,
): Promise<boolean> {
  const { actor } = ctx;
  const done = await beyond(ctx)
    .updateTable('retail_orders.refund_request')
    .set({
      state,
      answer,
      decided_by: actor.kind === 'account' ? actor.account : null,
      decided_at: ctx.clock.now(),
    })
    .where('retail_order_id', '=', orderId)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Declines; a case that was opened by the request is closed with it. */
export async function rejectRequest(
  ctx: Ctx,
  { id, answer }: BodyOf<typeof rejectEndpoint>,
): Promise<AnswerOf<typeof rejectEndpoint>> {
  const row = await ctx.db
    .selectFrom('retail_orders.retail_order')
    .select(['id', 'account_id', 'customer_id', 'order_no'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(retailOrderNotFound);
  if (!(await decideRequest(ctx, id, 'rejected', answer))) throw new Refused(notRequested);
  if ((await openCaseOf(ctx, id))?.reason === 'asked') await solveCase(ctx, id, 'rejected');
  await noteEvent(ctx, row, 'rejected', text(answer, answer));
  ctx.note({
    objectKind: 'retailOrder',
    objectId: id,
    summary: row.order_no,
    customerId: row.customer_id,
    after: { request: 'rejected', answer },
  });
  return DONE;
}
