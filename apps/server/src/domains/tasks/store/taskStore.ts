import type { TaskState } from '@cardinal/contract/enumerations/task.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import type { Language } from '@cardinal/primitives/text.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Selectable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import type { Json, Parameters, RunningTask } from './taskAction.ts';
import type { Counts } from './taskRules.ts';

export type Approval = 'none' | 'pending' | 'passed' | 'rejected';

export type TaskTable = {
  id: string;
  task_no: string;
  type_code: number;
  action_code: ActionCode;
  kind: number;
  title_zh: string;
  title_en: string;
  customer_id: string;
  account_id: string | null;
  account_name: string;
  source: string;
  language: Language;
  selection_id: string | null;
  selection_zh: string | null;
  selection_en: string | null;
  selection_source: unknown;
  parameters: unknown;
  priority: number;
  not_before: Date | null;
  state: TaskState;
  is_paused: boolean;
  is_loaded: boolean;
  total: number;
  done: number;
  failed: number;
  skipped: number;
  confirming: number;
  currency: string | null;
  reserved: string | null;
  charged: string;
  returned: string;
  checkpoint: unknown;
  failure_code: string | null;
  failure_zh: string | null;
  failure_en: string | null;
  approval: Approval;
  checked_by: string | null;
  checked_by_name: string | null;
  checked_at: Date | null;
  check_note: string | null;
  parent_task_id: string | null;
  undoes_task_id: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  drained_at: Date | null;
  announced_at: Date | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'tasks.task': TaskTable;
    'tasks.task_log': {
      id: string;
      task_id: string;
      at: Date;
      event: TaskEvent;
      words_zh: string;
      words_en: string;
      account_id: string | null;
      account_name: string | null;
      worker: string | null;
      is_internal: boolean;
    };
  }
}

export type TaskRow = Selectable<TaskTable>;

/** Events of a task as a whole. */
export type TaskEvent =
  | 'created'
  | 'started'
  | 'loaded'
  | 'paused'
  | 'resumed'
  | 'cancelled'
  | 'prioritised'
  | 'passed'
  | 'rejected'
  | 'held'
  | 'recovered'
  | 'fault'
  | 'undone'
  | 'finished';

export const countsOf = (row: Counts): Counts => ({
  total: row.total,
  done: row.done,
  failed: row.failed,
  skipped: row.skipped,
  confirming: row.confirming,
});

export const runningTask = (row: TaskRow): RunningTask => ({
  id: row.id,
  taskNo: row.task_no,
  action: row.action_code,
  title: text(row.title_zh, row.title_en),
  customerId: row.customer_id,
  accountId: row.account_id,
  accountName: row.account_name,
  language: row.language,
  parameters: row.parameters as Parameters,
  parentTaskId: row.parent_task_id,
  undoesTaskId: row.undoes_task_id,
});

export const checkpointOf = (row: TaskRow): Json => (row.checkpoint ?? null) as Json;

export const readTask = (db: Database, id: string): Promise<TaskRow | undefined> =>
  db.selectFrom('tasks.task').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks tasks in the common order. */
export const lockTasks = (db: Database, ids: readonly string[]): Promise<TaskRow[]> =>
  db
    .selectFrom('tasks.task')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();

export async function lockTask(db: Database, id: string): Promise<TaskRow | undefined> {
  return (await lockTasks(db, [id]))[0];
}

/** Adds an entry to the task's log. */
export async function logTask(
  ctx: Ctx,
  taskId: string,
  event: TaskEvent,
  words: { zh: string; en: string },
  more: { worker?: string; isInternal?: boolean } = {},
): Promise<void> {
  const { actor } = ctx;
  await ctx.db
    .insertInto('tasks.task_log')
    .values({
      id: ctx.ids.next(),
      task_id: taskId,
      at: ctx.clock.now(),
      event,
      words_zh: words.zh,
      words_en: words.en,
      account_id: actor.kind === 'account' ? actor.accountId : null,
      account_name: actor.kind === 'account' ? actor.account : null,
      worker: more.worker ?? null,
      is_internal: more.isInternal ?? false,
    })
    .execute();
}
