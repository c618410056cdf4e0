import type { RetailProgress } from '@cardinal/contract/enumerations/retail.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { refundsOf } from '../../payments/face.ts';
import type { RetailOrderRow } from '../buying/retailMoney.ts';

/** How far an order is, in one word; a failed one is being looked into until its money goes back. */
export function progressOf(
  {
    pay_state,
    fulfil_state,
    price,
    refunded,
  }: Pick<RetailOrderRow, 'pay_state' | 'fulfil_state' | 'price' | 'refunded'>,
  areRefundsDone: boolean,
): RetailProgress {
  if (fulfil_state === 5 && pay_state < 2) return 'closed';
  if (pay_state < 2) return 'paying';
  if (BigInt(refunded) > 0n && !areRefundsDone) return 'refunding';
  if (BigInt(refunded) >= BigInt(price)) return 'refunded';
  if (fulfil_state === 4) return 'stuck';
  if (BigInt(refunded) > 0n) return 'partly';
  return fulfil_state === 2 ? 'done' : 'ordering';
}

/** Whether all that goes back of these orders has arrived, by order. */
export async function refundsDone(
  ctx: Ctx,
  orders: readonly Pick<RetailOrderRow, 'id' | 'refunded'>[],
): Promise<ReadonlyMap<string, boolean>> {
  const ids = orders.filter(({ refunded }) => refunded !== '0').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const given = await ctx
    .beyondScope('refunds of orders already read')
    .selectFrom('retail_orders.give_back')
    .select(['retail_order_id', 'refund_id'])
    .where(sql<boolean>`retail_order_id = any(${ids}::bigint[])`)
    .execute();
  const states = await refundsOf(
    ctx,
    given.map(({ refund_id }) => refund_id),
  );
  return new Map(
    [...Map.groupBy(given, (each) => each.retail_order_id)].map(([id, each]) => [
      id,
      each.every(({ refund_id }) => states.get(refund_id) === 'done'),
    ]),
  );
}
