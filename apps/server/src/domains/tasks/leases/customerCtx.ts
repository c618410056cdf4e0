import type { Ctx } from '../../../framework/context.ts';
import { subtreeIds } from '../../customers/face.ts';
import type { TaskRow } from '../store/taskStore.ts';

/** The present scope of the task's customer with every permission: the starter's were checked at the start. */
export async function customerCtx(ctx: Ctx, task: TaskRow): Promise<Ctx> {
  return ctx.actAs({
    actor: ctx.actor,
    scope: {
      everything: false,
      customerIds: await subtreeIds(ctx.db, task.customer_id),
      ownCustomerId: task.customer_id,
      accountId: task.account_id ?? '0',
    },
    language: task.language,
  });
}
