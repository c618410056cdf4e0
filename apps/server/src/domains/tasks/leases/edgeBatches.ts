import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { insertItems } from '../store/itemStore.ts';
import { closeLoading, holdsLane, openLanes } from '../store/laneStore.ts';
import { addProgress, endWhole, type Failure, failureOf, settleState } from '../store/progress.ts';
import { actionOf, type ItemAction, LeaseLost } from '../store/taskAction.ts';
import { lockTask, logTask, runningTask, type TaskRow } from '../store/taskStore.ts';
import { customerCtx } from './customerCtx.ts';
import type { Lease } from './leaseBatch.ts';

const DROPPED_AT_ONCE = 5_000;
export const CANCELLED = { zh: '任务已取消，未执行', en: 'Task cancelled; not executed' };

/** Checks that this batch still has the lane, and locks the task's row. */
export async function lockHeld(ctx: Ctx, batch: Lease): Promise<TaskRow> {
  const lane = { taskId: batch.task.id, lane: batch.lane.lane, token: batch.token };
  if (!(await holdsLane(ctx.db, lane))) throw new LeaseLost();
  const task = await lockTask(ctx.db, batch.task.id);
  if (!task) throw new LeaseLost();
  return task;
}

/** Asks the action for its items and inserts them, all or none. An empty answer or a refusal ends the task. */
export async function loadBatch(ctx: Ctx, action: ItemAction, batch: Lease): Promise<void> {
  try {
    await load(await customerCtx(ctx, batch.task), action, batch);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await ctx.transact(async (inside) => failUnloaded(inside, await lockHeld(inside, batch), failureOf(error)));
  }
}

async function failUnloaded(ctx: Ctx, task: TaskRow, failure: Failure): Promise<void> {
  await closeLoading(ctx.db, task.id, 0);
  const { code, words } = failure;
  await settleState(ctx, {
    ...task,
    is_loaded: true,
    total: 0,
    state: 'failed',
    finished_at: ctx.clock.now(),
    failure_code: code,
    failure_zh: words.zh,
    failure_en: words.en,
  });
}

async function load(acting: Ctx, action: ItemAction, batch: Lease): Promise<void> {
  const { task } = batch;
  await acting.transact(async (inside) => {
    const db = inside.beyondScope('the items of this very task');
    const items = await action.load?.(inside, runningTask(task));
    const total = items ? await insertItems(db, { id: task.id, action }, items) : 0;
    await openLanes(db, {
      taskId: task.id,
      customerId: task.customer_id,
      action: task.action_code,
      priority: batch.lane.priority,
    });
    const locked = await lockHeld({ ...inside, db }, batch);
    await closeLoading(db, task.id, total);
    await logTask(
      inside,
      task.id,
      'loaded',
      { zh: `共 ${total} 项`, en: total === 1 ? '1 item' : `${total} items` },
      { isInternal: true },
    );
    if (total === 0) await settleState(inside, { ...locked, is_loaded: true, total });
  });
}

/** A cancelled task: items not started are skipped, in parts. Its last lane drains it. */
export async function dropWaiting(ctx: Ctx, batch: Lease): Promise<void> {
  const { task, lane } = batch;
  if (actionOf(ctx, task.action_code).mode === 'whole') {
    await ctx.transact(async (inside) => endWhole(inside, await lockHeld(inside, batch)));
    return;
  }
  for (let dropped = DROPPED_AT_ONCE; dropped === DROPPED_AT_ONCE; ) {
    dropped = await ctx.transact(async (inside) => {
      const { numAffectedRows } = await sql`
        update tasks.task_item set
          state = 'skipped', code = 'cancelled', words_zh = ${CANCELLED.zh}, words_en = ${CANCELLED.en},
          settled_at = ${inside.clock.now()}
        where (task_id, seq) in (
          select task_id, seq from tasks.task_item
          where task_id = ${task.id}::bigint and lane = ${lane.lane} and state = 'waiting'
          order by seq limit ${DROPPED_AT_ONCE})`.execute(inside.db);
      const count = Number(numAffectedRows ?? 0n);
      if (count > 0) await addProgress(inside, new Map([[task.id, { skipped: count }]]));
      return count;
    });
  }
  await ctx.transact(async (inside) => {
    const locked = await lockHeld(inside, batch);
    // Its items will never be loaded.
    if (!locked.is_loaded) await closeLoading(inside.db, task.id, 0);
    await inside.db
      .updateTable('tasks.task_lane')
      .set({ is_open: false })
      .where('task_id', '=', task.id)
      .where('lane', '=', lane.lane)
      .execute();
    await settleState(inside, locked.is_loaded ? locked : { ...locked, is_loaded: true, total: 0 });
  });
}
