import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { type LaneRow, leaseEnd, releaseLane } from '../store/laneStore.ts';
import { settleState, tellProgress } from '../store/progress.ts';
import { actionOf, type Json, type LeasedItem } from '../store/taskAction.ts';
import { lockTask, logTask, readTask, type TaskRow } from '../store/taskStore.ts';
import { nextLane } from './nextLane.ts';
import { watchLeases } from './watchLeases.ts';

/** A leased batch of a worker; `kind` says what to do with it. */
export type Lease = {
  readonly task: TaskRow;
  readonly lane: LaneRow;
  readonly token: string;
  readonly kind: 'load' | 'run' | 'recover' | 'whole' | 'drop';
  readonly items: readonly LeasedItem[];
};

/** After losing this many races, the rest is left to the next wake-up. */
const MOST_RACES = 20;

/** Leases the next batch, or returns undefined. The lease and its items are taken in one transaction. */
export async function leaseBatch(ctx: Ctx, worker: string): Promise<Lease | undefined> {
  for (let race = 0; race < MOST_RACES; race++) {
    const due = await nextLane(ctx, ctx.clock.now());
    if (!due) return undefined;
    const taken = await ctx.transact(async (inside) => {
      const batch = await claim(inside, due, worker);
      // Scheduled with the lease itself: if this worker dies, a check follows when its lease expires.
      if (batch) await watchLeases(inside, leaseEnd(inside.clock.now()));
      return batch;
    });
    if (taken) return taken;
  }
  return undefined;
}

async function claim(ctx: Ctx, due: { taskId: string; lane: string }, worker: string): Promise<Lease | undefined> {
  const now = ctx.clock.now();
  const before = await ctx.db
    .selectFrom('tasks.task_lane')
    .selectAll()
    .where('task_id', '=', due.taskId)
    .where('lane', '=', due.lane)
    .forUpdate()
    .executeTakeFirst();
  if (!before?.is_open || (before.leased_until && before.leased_until > now)) return undefined;
  // The lock order is lane, items, task everywhere; the task is only read here.
  const task = await readTask(ctx.db, due.taskId);
  if (!task || task.drained_at || (task.is_paused && task.state !== 'cancelled')) return undefined;
  const token = ctx.ids.next();
  const lane: LaneRow = {
    ...before,
    token,
    worker,
    leased_until: leaseEnd(now),
    last_turn: token,
  };
  const { leased_until } = lane;
  await ctx.db
    .updateTable('tasks.task_lane')
    .set({ token, worker, leased_until, last_turn: token, held_until: null, held_zh: null, held_en: null })
    .where('task_id', '=', lane.task_id)
    .where('lane', '=', lane.lane)
    .execute();
  if (before.leased_until)
    await logTask(ctx, task.id, 'recovered', recoveredWords(before), { worker, isInternal: true });
  const batch = { lane, token };
  const action = actionOf(ctx, task.action_code);
  const isCancelled = task.state === 'cancelled';
  if (action.mode === 'whole') {
    return { ...batch, kind: isCancelled ? 'drop' : 'whole', items: [], task: await begin(ctx, task, worker) };
  }
  // After an error fewer items at a time: a smaller batch may pass.
  const most = Math.max(1, action.chunkSize >> before.faults);
  const torn = await takeItems(ctx.db, batch, 'processing', most, now);
  if (torn.length > 0) return { ...batch, kind: 'recover', items: torn, task };
  if (isCancelled) return { ...batch, kind: 'drop', items: [], task };
  if (!task.is_loaded) return { ...batch, kind: 'load', items: [], task: await begin(ctx, task, worker) };
  const items = await takeItems(ctx.db, batch, 'waiting', most, now);
  if (items.length > 0) return { ...batch, kind: 'run', items, task: await begin(ctx, task, worker) };
  await releaseLane(ctx.db, { taskId: task.id, lane: lane.lane, token }, { close: true, faults: 0 });
  const locked = await lockTask(ctx.db, task.id);
  if (locked) await settleState(ctx, locked);
  return undefined;
}

/** The first batch takes the task out of «untreated», unless it is cancelled concurrently. */
async function begin(ctx: Ctx, task: TaskRow, worker: string): Promise<TaskRow> {
  if (task.state !== 'untreated') return task;
  const begun: TaskRow = { ...task, state: 'processing', started_at: ctx.clock.now() };
  const { numUpdatedRows } = await ctx.db
    .updateTable('tasks.task')
    .set({ state: begun.state, started_at: begun.started_at })
    .where('id', '=', task.id)
    .where('state', '=', 'untreated')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return (await readTask(ctx.db, task.id)) ?? task;
  await logTask(ctx, task.id, 'started', { zh: '开始处理', en: 'Started' }, { worker });
  await tellProgress(ctx, begun);
  return begun;
}

/**
 * Items of one lane, in order, marked with this batch's token. The join uses their whole key. With the task alone, a planner
 * without statistics of a new task compares each of its items with each selected one.
 */
async function takeItems(
  db: Database,
  batch: { lane: LaneRow; token: string },
  state: 'waiting' | 'processing',
  most: number,
  now: Date,
): Promise<LeasedItem[]> {
  const { rows } = await sql<{
    seq: number;
    target: string;
    target_id: string | null;
    details: Json;
    attempts: number;
    reference: string | null;
  }>`
    with picked as (
      select task_id, seq from tasks.task_item
      where task_id = ${batch.lane.task_id}::bigint and lane = ${batch.lane.lane} and state = ${state}
      order by seq limit ${most} for update
    )
    update tasks.task_item i
    set state = 'processing', token = ${batch.token}::bigint, attempts = i.attempts + 1, taken_at = ${now}
    from picked p where i.task_id = p.task_id and i.seq = p.seq
    returning i.seq, i.target, i.target_id, i.details, i.attempts, i.reference`.execute(db);
  return rows
    .map((row) => ({
      seq: row.seq,
      target: row.target,
      targetId: row.target_id,
      details: row.details,
      attempts: row.attempts - 1,
      reference: row.reference,
    }))
    .sort((a, b) => a.seq - b.seq);
}

const recoveredWords = (lane: LaneRow) => ({
  zh: `接管中断的工作（原处理进程 ${lane.worker ?? '?'}）`,
  en: `Took over from a worker that ended (${lane.worker ?? '?'})`,
});
