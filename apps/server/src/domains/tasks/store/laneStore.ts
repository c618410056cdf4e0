import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { type Generated, type Selectable, sql } from 'kysely';
import type { Database } from '../../../framework/tables.ts';

type LaneTable = {
  task_id: string;
  lane: string;
  customer_id: string;
  action_code: ActionCode;
  priority: number;
  is_open: boolean;
  token: string | null;
  worker: string | null;
  leased_until: Date | null;
  last_turn: string | null;
  held_until: Date | null;
  /** Since when the lane has been blocked, across all attempts in between. */
  held_since: Generated<Date | null>;
  held_zh: string | null;
  held_en: string | null;
  faults: number;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'tasks.task_lane': LaneTable;
  }
}
export type LaneRow = Selectable<LaneTable>;

/** All items are loaded: their number is now known. */
export async function closeLoading(db: Database, taskId: string, total: number): Promise<void> {
  await db.updateTable('tasks.task').set({ is_loaded: true, total }).where('id', '=', taskId).execute();
}

/** The prefix of local lanes; they wait for no other lane, in particular not for a carrier. */
export const LOCAL_LANE = 'local:';
/**
 * Local lanes per task: enough to keep two cores busy, fewer than a worker's concurrent batches, so that other tasks get their
 * share.
 */
export const LOCAL_LANES = 3;

/** The lane of a task without items, shared by all tasks of its action. */
export const wholeLane = (action: ActionCode) => `whole:${action}`;

/** Opens one row for each lane named by the items. */
export async function openLanes(
  db: Database,
  task: { taskId: string; customerId: string; action: ActionCode; priority: number },
): Promise<void> {
  await sql`
    insert into tasks.task_lane (task_id, lane, customer_id, action_code, priority)
    select ${task.taskId}::bigint, l.lane, ${task.customerId}::bigint, ${task.action}, ${task.priority}
    from (select distinct lane from tasks.task_item where task_id = ${task.taskId}::bigint and state = 'waiting') l
    on conflict (task_id, lane) do update set is_open = true`.execute(db);
}

/** Opens the single lane of a task without items, or without items yet. */
export async function openLane(
  db: Database,
  task: { taskId: string; customerId: string; action: ActionCode; priority: number; lane: string },
): Promise<void> {
  await db
    .insertInto('tasks.task_lane')
    .values({
      task_id: task.taskId,
      lane: task.lane,
      customer_id: task.customerId,
      action_code: task.action,
      priority: task.priority,
      is_open: true,
      token: null,
      worker: null,
      leased_until: null,
      last_turn: null,
      held_until: null,
      held_zh: null,
      held_en: null,
      faults: 0,
    })
    .execute();
}

/**
 * Closes the lanes of a drained task. The task's row is locked here, and a claim locks lane before task. A lane being claimed
 * is therefore left to its claimer: nobody waits, and a drained task gets no further batch anyway.
 */
export async function closeLanes(db: Database, taskId: string): Promise<void> {
  await sql`
    update tasks.task_lane set is_open = false where (task_id, lane) in (
      select task_id, lane from tasks.task_lane where task_id = ${taskId}::bigint and is_open for update skip locked
    )`.execute(db);
}

/** How long a leased batch holds its lane without a heartbeat. */
export const LEASE_MS = 20_000;
export const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** How often a leased batch renews its lease and checks for pause and cancel, which take this long at most. */
export const BEAT_MS = 2_000;
/** A living worker that was cut off from the database renews its leases within this time. */
const LAST_BEAT_MS = 3_000;

/** Ends a dead worker's leases as soon as a living worker would have renewed them; returns when, if there are any. */
export async function shortenLeases(db: Database, worker: string, now: Date): Promise<Date | undefined> {
  const end = new Date(now.getTime() + LAST_BEAT_MS);
  const { numUpdatedRows } = await db
    .updateTable('tasks.task_lane')
    .set({ leased_until: end })
    .where('worker', '=', worker)
    .where('leased_until', '>', end)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? end : undefined;
}

type Taken = { readonly taskId: string; readonly lane: string; readonly token: string };

/** A leased batch may write only while its token is on the lane; the row stays locked until the commit. */
export async function holdsLane(db: Database, { taskId, lane, token }: Taken): Promise<boolean> {
  const row = await db
    .selectFrom('tasks.task_lane')
    .select('token')
    .where('task_id', '=', taskId)
    .where('lane', '=', lane)
    .forUpdate()
    .executeTakeFirst();
  return row?.token === token;
}

/** Renews the lease; false if another batch has the lane. */
export async function renewLease(db: Database, { taskId, lane, token }: Taken, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tasks.task_lane')
    .set({ leased_until: leaseEnd(now) })
    .where('task_id', '=', taskId)
    .where('lane', '=', lane)
    .where('token', '=', token)
    .where('leased_until', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a leased batch: the lane is free for the next one, at once or after its hold. */
export async function releaseLane(
  db: Database,
  { taskId, lane, token }: Taken,
  how: {
    close?: boolean;
    heldUntil?: Date | undefined;
    heldSince?: Date | null;
    why?: Text | undefined;
    faults: number;
  },
): Promise<void> {
  await db
    .updateTable('tasks.task_lane')
    .set({
      ...(how.close ? { is_open: false } : {}),
      token: null,
      worker: null,
      leased_until: null,
      held_until: how.heldUntil ?? null,
      held_since: how.heldSince ?? null,
      held_zh: how.why?.zh ?? null,
      held_en: how.why?.en ?? null,
      faults: how.faults,
    })
    .where('task_id', '=', taskId)
    .where('lane', '=', lane)
    .where('token', '=', token)
    .execute();
}

/** When the last current lease ends unless renewed; undefined without leases. */
export async function lastLeaseEnd(db: Database): Promise<Date | undefined> {
  const { last } = await db
    .selectFrom('tasks.task_lane')
    .select((row) => row.fn.max('leased_until').as('last'))
    .where('leased_until', 'is not', null)
    .executeTakeFirstOrThrow();
  return last ?? undefined;
}
