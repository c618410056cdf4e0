import type {
  cancelClearing as cancelEndpoint,
  checkClearing as checkEndpoint,
} from '@cardinal/contract/api/orders/balanceClearing.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { cancelPending, checkTask } from '../../tasks/face.ts';

/** Other tasks are not checked here. */
async function requireClearing(ctx: Ctx, id: string): Promise<void> {
  const found = await ctx.db.selectFrom('orders.balance_clearing').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refused(notFound);
}

export async function checkClearing(ctx: Ctx, body: BodyOf<typeof checkEndpoint>) {
  await requireClearing(ctx, body.id);
  const note = body.verdict === 'pass' ? body.note : body.reason;
  return checkTask(ctx, { taskId: body.id, passes: body.verdict === 'pass', note });
}

export async function cancelClearing(ctx: Ctx, { id }: BodyOf<typeof cancelEndpoint>) {
  await requireClearing(ctx, id);
  return cancelPending(ctx, id);
}
