import type { Ctx } from '../../../framework/context.ts';

/** The job in which a worker processes batches until nothing is left. */
export const WORK_TASKS = 'tasks.work';

/** Wakes idle workers when there may be work; one that finds none sleeps again. */
export async function wakeWorkers(ctx: Ctx, options: { at?: Date | undefined } = {}): Promise<void> {
  await ctx.enqueue({ name: WORK_TASKS }, {}, options.at ? { startAfter: options.at } : {});
}
