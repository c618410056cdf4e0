import { outOrderNoTaken } from '@cardinal/contract/api/orders/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';

/** The number of a customer's own system and a digest of what it asked for. */
export type OrderReference = { readonly outOrderNo: string; readonly requestHash: string };

const ofCaller = (ctx: Ctx, outOrderNo: string) => ({
  customer_id: accountOf(ctx).customerId,
  out_order_no: outOrderNo,
});

/**
 * Claims a number within the transaction that orders; a call with the same number waits until that transaction has ended. Returns
 * what the call that had it before was answered, undefined where it is new. Refused if that call asked for something else.
 */
export async function claimReference(ctx: Ctx, { outOrderNo, requestHash }: OrderReference): Promise<unknown> {
  const { openKey } = accountOf(ctx);
  const key = ofCaller(ctx, outOrderNo);
  const claimed = await ctx.db
    .insertInto('orders.order_reference')
    .values({
      ...key,
      request_hash: requestHash,
      key_id: openKey?.id ?? '0',
      key_name: openKey?.name ?? '',
      task_id: null,
      answer: null,
      created_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('out_order_no')
    .executeTakeFirst();
  if (claimed) return undefined;
  const earlier = await ctx.db
    .updateTable('orders.order_reference')
    .set((row) => ({ repeats: row('repeats', '+', 1) }))
    .where('customer_id', '=', key.customer_id)
    .where('out_order_no', '=', outOrderNo)
    .returning(['request_hash', 'answer'])
    .executeTakeFirstOrThrow();
  if (earlier.request_hash !== requestHash) throw new Refused(outOrderNoTaken, { outOrderNo });
  return earlier.answer;
}

/** Notes which task the number of this transaction stands for, and what its caller is answered. */
export async function keepReference(
  ctx: Ctx,
  outOrderNo: string,
  { taskId, answer }: { readonly taskId: string; readonly answer: object },
): Promise<void> {
  const key = ofCaller(ctx, outOrderNo);
  await ctx.db
    .updateTable('orders.order_reference')
    .set({ task_id: taskId, answer: JSON.stringify(answer) })
    .where('customer_id', '=', key.customer_id)
    .where('out_order_no', '=', outOrderNo)
    .execute();
}
