import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { addProgress, endWhole, type Failure, failureOf } from '../store/progress.ts';
import { LeaseLost, type WholeAction, type WholeWork } from '../store/taskAction.ts';
import { checkpointOf, runningTask } from '../store/taskStore.ts';
import { customerCtx } from './customerCtx.ts';
import { lockHeld } from './edgeBatches.ts';
import { type keepLease, LeaseEnded } from './keepLease.ts';
import type { Lease } from './leaseBatch.ts';

/** Runs that may fail with an internal error before the task fails. A killed worker does not count. */
const MOST_FAULTS = 4;

const OUR_FAULT: Failure = {
  code: 'fault',
  words: text(
    '系统出错，任务未完成，请联系管理员',
    'System error: the task did not finish. Contact the administrator.',
  ),
};

/** Runs an action that records its own progress, from its checkpoint to its end. */
export async function runWhole(
  ctx: Ctx,
  action: WholeAction,
  batch: Lease,
  lease: Awaited<ReturnType<typeof keepLease>>,
): Promise<void> {
  if (lease.signal.aborted) return;
  const own = (inside: Ctx): Ctx => ({ ...inside, db: inside.beyondScope('the task this very batch works on') });
  const work: WholeWork = {
    task: runningTask(batch.task),
    signal: lease.signal,
    checkpoint: checkpointOf(batch.task),
    expect: async (inside, total) => {
      const task = await lockHeld(own(inside), batch);
      await addProgress(inside, new Map([[task.id, { total: total - task.total }]]));
    },
    advance: async (inside, { checkpoint, ...step }) => {
      const task = await lockHeld(own(inside), batch);
      if (checkpoint !== undefined) {
        await own(inside)
          .db.updateTable('tasks.task')
          .set({ checkpoint: JSON.stringify(checkpoint) })
          .where('id', '=', task.id)
          .execute();
      }
      await addProgress(inside, new Map([[task.id, step]]));
    },
  };
  let failure: Failure | undefined;
  try {
    await action.run(await customerCtx(ctx, batch.task), work);
  } catch (error) {
    const why: unknown = lease.signal.aborted ? lease.signal.reason : error;
    if (why instanceof LeaseLost) throw why;
    if (why instanceof LeaseEnded) {
      // Paused and stopped work continues later; cancelled work ends.
      if (why.reason !== 'cancelled') return;
    } else if (error instanceof Refused) failure = failureOf(error);
    else if (batch.lane.faults + 1 >= MOST_FAULTS) {
      ctx.log.error({ err: error, taskId: batch.task.id, action: batch.task.action_code }, 'task failed');
      failure = OUR_FAULT;
    } else throw error;
  }
  await ctx.transact(async (inside) => endWhole(inside, await lockHeld(inside, batch), failure));
}
