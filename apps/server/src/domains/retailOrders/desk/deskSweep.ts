import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { giveBack } from '../buying/giveBack.ts';
import { lockCase, retry } from './retryCase.ts';

const { none, failed } = FulfilmentState.values;
const AT_ONCE = 500;

const beyond = (ctx: Ctx) => ctx.beyondScope('the rules of all accounts');

const due = (ctx: Ctx, moment: 'next_attempt_at' | 'refund_at') =>
  beyond(ctx)
    .selectFrom('retail_orders.desk_case as d')
    .innerJoin('retail_orders.retail_order as r', 'r.id', 'd.retail_order_id')
    .select('r.id')
    .where('d.solved_at', 'is', null)
    .where(`d.${moment}`, '<=', ctx.clock.now())
    .where('r.fulfil_state', 'in', [none, failed])
    .orderBy(`d.${moment}`)
    .limit(AT_ONCE)
    .execute();

/** What one case needs is no reason to leave the others. */
async function each(
  ctx: Ctx,
  ids: readonly { id: string }[],
  act: (id: string) => Promise<unknown>,
  signal?: AbortSignal,
) {
  for (const { id } of ids) {
    if (signal?.aborted) return;
    try {
      await act(id);
    } catch (error) {
      if (error instanceof Refused) ctx.log.info({ retailOrder: id, refusal: error.refusal.name }, 'a case waits');
      else ctx.log.error({ err: error, retailOrder: id }, 'a case failed');
    }
  }
}

/** Refunds what has waited as long as its account allows, and tries again what is due. */
export async function workDesk(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  await each(
    ctx,
    await due(ctx, 'refund_at'),
    (retailOrderId) => giveBack(ctx, { retailOrderId, cause: 'failed' }),
    signal,
  );
  await each(
    ctx,
    await due(ctx, 'next_attempt_at'),
    (id) => ctx.transact(async (inside) => retry(inside, await lockCase(inside, id))),
    signal,
  );
}

export const deskSweep = job({
  name: 'retailOrders.desk',
  payload: z.object({}),
  schedule: '* * * * *',
  run: (ctx, _payload, signal) => workDesk(ctx, signal),
});
