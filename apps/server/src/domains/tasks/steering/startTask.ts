import { taskNotUndoable } from '@cardinal/contract/api/tasks/tasks.ts';
import type { ChangeSource } from '@cardinal/contract/enumerations/card.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type ActionCode, kindOf, TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refuseDuplicate } from '../../../framework/duplicates.ts';
import { taskAwaits } from '../events.ts';
import { wakeWorkers } from '../leases/wakeWorkers.ts';
import { insertItems } from '../store/itemStore.ts';
import { closeLoading, openLane, openLanes, wholeLane } from '../store/laneStore.ts';
import { settleState, tellProgress } from '../store/progress.ts';
import { actionOf, type Items, type Json, type Parameters } from '../store/taskAction.ts';
import { lockTask, logTask, type TaskRow } from '../store/taskStore.ts';

export type NewTask = {
  readonly action: ActionCode;
  readonly title: Text;
  /** The task's customer; the actor's own by default. Read it through `ctx.db` first. */
  readonly customerId?: string | undefined;
  /** Who starts it, by default. What is started by `schedule` is started by no person, whoever acts. */
  readonly source?: ChangeSource | undefined;
  readonly parameters?: Parameters | undefined;
  /** The frozen preview it was started from, and its description. */
  readonly selectionId?: string | undefined;
  readonly selection?: Text | undefined;
  /** How its targets were selected, if that can be repeated. */
  readonly selectionSource?: Json | undefined;
  /** Its targets. Absent if the action loads its items itself, or has none. */
  readonly items?: Items | undefined;
  /** The expected number of items until the action has loaded them. */
  readonly expected?: number | undefined;
  readonly notBefore?: Date | undefined;
  /** 0 by default; only the platform raises it. */
  readonly priority?: number | undefined;
  /** A second person must let it pass before anything is done. */
  readonly needsApproval?: boolean | undefined;
  readonly parentTaskId?: string | undefined;
  /** The finished task this one undoes, read through the starter's scope; one undo at a time, otherwise `taskNotUndoable`. */
  readonly undoesTaskId?: string | undefined;
  readonly money?: { readonly currency: string; readonly reserved: string } | undefined;
};

export type StartedTask = { readonly taskId: string; readonly taskNo: string; readonly total: number };

/** The unique index that allows one undo per task at a time. */
const ONE_UNDO = 'task_undo_open';
const UNDO_UNDER_WAY = text('正在撤销中', 'already being undone');

const NOBODY = { kind: 'system' } as const;

/** Short, easy to say, and derived from the unique id. */
const taskNoOf = (id: string) => `T${BigInt(id).toString(36).toUpperCase()}`;

/**
 * Starts a task in the caller's transaction: before the commit nothing of it exists, afterwards nothing is lost. The caller has
 * checked that the actor may do this to these targets.
 */
export async function startTask(ctx: Ctx, asked: NewTask): Promise<StartedTask> {
  const action = actionOf(ctx, asked.action);
  // A rule that acts on a reading somebody asked for is not that person.
  const actor = asked.source === 'schedule' ? NOBODY : ctx.actor;
  const customerId = asked.customerId ?? (actor.kind === 'account' ? actor.customerId : undefined);
  if (!customerId) throw new Error('A task of the system names its customer');
  const isLoaded = action.mode === 'items' && asked.items !== undefined;
  if (action.mode === 'items' && !asked.items && !action.load) throw new Error(`${asked.action} has no items`);
  const id = ctx.ids.next();
  const taskNo = taskNoOf(id);
  const now = ctx.clock.now();
  const insert = ctx.db
    .insertInto('tasks.task')
    .values({
      id,
      task_no: taskNo,
      type_code: TaskType.values[asked.action],
      action_code: asked.action,
      kind: kindOf(asked.action),
      title_zh: asked.title.zh,
      title_en: asked.title.en,
      customer_id: customerId,
      account_id: actor.kind === 'account' ? actor.accountId : null,
      account_name: actor.kind === 'account' ? actor.account : '',
      source: asked.source ?? (actor.kind === 'account' ? (actor.openKey ? 'api' : 'console') : 'schedule'),
      language: ctx.language,
      selection_id: asked.selectionId ?? null,
      selection_zh: asked.selection?.zh ?? null,
      selection_en: asked.selection?.en ?? null,
      selection_source: asked.selectionSource === undefined ? null : JSON.stringify(asked.selectionSource),
      parameters: JSON.stringify(asked.parameters ?? {}),
      priority: asked.priority ?? 0,
      not_before: asked.notBefore ?? null,
      state: 'untreated',
      is_paused: false,
      is_loaded: isLoaded || action.mode === 'whole',
      total: isLoaded ? 0 : (asked.expected ?? 0),
      done: 0,
      failed: 0,
      skipped: 0,
      confirming: 0,
      currency: asked.money?.currency ?? null,
      reserved: asked.money?.reserved ?? null,
      charged: '0',
      returned: '0',
      checkpoint: null,
      failure_code: null,
      failure_zh: null,
      failure_en: null,
      approval: asked.needsApproval ? 'pending' : 'none',
      checked_by: null,
      checked_by_name: null,
      checked_at: null,
      check_note: null,
      parent_task_id: asked.parentTaskId ?? null,
      undoes_task_id: asked.undoesTaskId ?? null,
      created_at: now,
      started_at: null,
      finished_at: null,
      drained_at: null,
      announced_at: now,
    })
    .execute();
  await refuseDuplicate(ONE_UNDO, new Refused(taskNotUndoable, { why: UNDO_UNDER_WAY }), insert);
  await logTask(ctx, id, 'created', { zh: '已创建', en: 'Created' });
  if (asked.undoesTaskId) {
    await logTask(ctx, asked.undoesTaskId, 'undone', { zh: `由任务 ${taskNo} 撤销`, en: `Undone by task ${taskNo}` });
  }
  if (asked.needsApproval && actor.kind === 'account') {
    await ctx.emit(taskAwaits, {
      taskId: id,
      customerId: actor.customerId,
      makerId: actor.accountId,
      makerName: actor.account,
      permission: action.checkedWith ?? 'systemTask.check',
      path: action.checkedAt ?? `/taskManagement/systemTask?taskNoContains=${taskNo}`,
    });
  }
  const total =
    isLoaded && asked.items ? await insertItems(ctx.db, { id, action }, asked.items) : (asked.expected ?? 0);
  const db = ctx.beyondScope('the task that was just made');
  if (isLoaded) await closeLoading(db, id, total);
  const lanes = { taskId: id, customerId, action: asked.action, priority: asked.priority ?? 0 };
  if (isLoaded) await openLanes(db, lanes);
  else await openLane(db, { ...lanes, lane: action.mode === 'whole' ? wholeLane(asked.action) : '' });
  const task = (await lockTask(db, id)) as TaskRow;
  if (isLoaded && total === 0) await settleState(ctx, task);
  else await tellProgress(ctx, task);
  await wakeWorkers(ctx, { at: asked.notBefore });
  return { taskId: id, taskNo, total };
}
