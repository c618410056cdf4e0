import type { TaskState } from '@cardinal/contract/enumerations/task.ts';
import type { Refused } from '@cardinal/contract/framework/refusal.ts';
import { isTaskFinal } from '@cardinal/contract/tasks/taskStates.ts';
import { compareIds } from '@cardinal/primitives/ids.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { taskFinished } from '../events.ts';
import type { Moved } from './itemStore.ts';
import { closeLanes } from './laneStore.ts';
import { findAction } from './taskAction.ts';
import { type Delta, isDrained, moved, stateBy } from './taskRules.ts';
import { countsOf, lockTasks, logTask, runningTask, type TaskRow } from './taskStore.ts';

/** The topic for task progress on open consoles. */
export const TASK_PROGRESS = 'task.progress';
/** A task's progress is sent at most twice a second; its end always. */
const TELL_EVERY_MS = 500;

type Step = Delta & { readonly charged?: bigint };

const COUNTED = new Set(['done', 'failed', 'skipped', 'confirming']);

/** How the changed items affect the counters of their tasks. */
export function stepsOf(moves: readonly Moved[]): Map<string, Step> {
  const steps = new Map<string, Step>();
  for (const { taskId, was, now, count, amount } of moves) {
    const step: Record<string, number> = {};
    if (COUNTED.has(was)) step[was] = -count;
    if (COUNTED.has(now)) step[now] = (step[now] ?? 0) + count;
    const known = steps.get(taskId) ?? {};
    const charged = (known.charged ?? 0n) + (now === 'done' ? BigInt(amount) : 0n);
    steps.set(taskId, { ...sumOf(known, step), charged });
  }
  return steps;
}

const sumOf = (a: Delta, b: Delta): Delta => ({
  done: (a.done ?? 0) + (b.done ?? 0),
  failed: (a.failed ?? 0) + (b.failed ?? 0),
  skipped: (a.skipped ?? 0) + (b.skipped ?? 0),
  confirming: (a.confirming ?? 0) + (b.confirming ?? 0),
});

/**
 * Adds to the counters, updates the tasks' states accordingly and notifies watchers. Must be the last call in its transaction:
 * until the commit the task rows are locked, always in the order of their ids.
 */
export async function addProgress(ctx: Ctx, steps: ReadonlyMap<string, Step>): Promise<void> {
  if (steps.size === 0) return;
  const db = ctx.beyondScope('the counters belong to the tasks, whoever confirms their items');
  const tasks = await lockTasks(db, [...steps.keys()].sort(compareIds));
  for (const task of tasks) await addOne(ctx, db, task, steps.get(task.id) ?? {});
}

/** The same for a locked task whose counters do not change. */
export async function settleState(ctx: Ctx, task: TaskRow): Promise<void> {
  await addOne(ctx, ctx.beyondScope('the state follows the counters of this very task'), task, {});
}

export type Failure = { readonly code: string; readonly words: Text };

/** The reason a task fails with, including its facts. */
export const failureOf = ({ refusal, facts }: Refused): Failure => ({
  code: refusal.code,
  words: { zh: say(refusal.text, 'zh_CN', facts), en: say(refusal.text, 'en', facts) },
});

/** Ends a task without items, whose row is locked: completed, failed, or cancelled. */
export async function endWhole(ctx: Ctx, task: TaskRow, failure?: Failure): Promise<void> {
  const state = isTaskFinal(task.state) ? task.state : failure ? 'failed' : 'completed';
  const ended: TaskRow = {
    ...task,
    failure_code: failure?.code ?? null,
    failure_zh: failure?.words.zh ?? null,
    failure_en: failure?.words.en ?? null,
  };
  await addOne(ctx, ctx.beyondScope('the end of this very task'), ended, {}, state);
}

/** A task without items ends when its action says so (`end`); any other by its counters. */
async function addOne(ctx: Ctx, db: Database, task: TaskRow, step: Step, end?: TaskState): Promise<void> {
  const now = ctx.clock.now();
  const counts = moved(countsOf(task), step);
  const isWhole = findAction(ctx, task.action_code)?.mode === 'whole';
  const state = isWhole ? (end ?? task.state) : stateBy(task.state, counts);
  const drainedNow = !task.drained_at && (isWhole ? end !== undefined : isDrained(state, counts));
  const finishedNow = state !== task.state && (state === 'completed' || state === 'failed');
  const isTold =
    state !== task.state ||
    drainedNow ||
    !task.announced_at ||
    now.getTime() - task.announced_at.getTime() >= TELL_EVERY_MS;
  const after: TaskRow = {
    ...task,
    ...counts,
    state,
    charged: String(BigInt(task.charged) + (step.charged ?? 0n)),
    finished_at: finishedNow ? now : task.finished_at,
    drained_at: drainedNow ? now : task.drained_at,
    announced_at: isTold ? now : task.announced_at,
  };
  const { total, done, failed, skipped, confirming, charged, finished_at, drained_at, announced_at } = after;
  await db
    .updateTable('tasks.task')
    .set({ total, done, failed, skipped, confirming, state, charged, finished_at, drained_at, announced_at })
    .set({ failure_code: task.failure_code, failure_zh: task.failure_zh, failure_en: task.failure_en })
    .where('id', '=', task.id)
    .execute();
  if (finishedNow) await logTask(ctx, task.id, 'finished', finishedWords(after));
  if (drainedNow) await drain(ctx, db, after);
  if (isTold) await tellProgress(ctx, after);
}

async function drain(ctx: Ctx, db: Database, task: TaskRow): Promise<void> {
  await closeLanes(db, task.id);
  await findAction(ctx, task.action_code)?.finished?.(ctx, runningTask(task));
  await ctx.emit(taskFinished, {
    taskId: task.id,
    action: task.action_code,
    customerId: task.customer_id,
    accountId: task.account_id,
    state: task.state,
    ...countsOf(task),
  });
}

const finishedWords = ({ total, done, failed, skipped }: TaskRow) => ({
  zh: `结束：共 ${total}，成功 ${done}，失败 ${failed}，跳过 ${skipped}`,
  en: `Finished: ${total} in all, ${done} done, ${failed} failed, ${skipped} skipped`,
});

/** What the tray and the lists update from; a page that missed a message reloads the list. */
export const progressOf = (task: TaskRow) => ({
  taskId: task.id,
  taskNo: task.task_no,
  title: { zh: task.title_zh, en: task.title_en },
  action: task.action_code,
  state: task.state,
  isPaused: task.is_paused,
  ...countsOf(task),
});

export const tellProgress = (ctx: Ctx, task: TaskRow): Promise<void> =>
  ctx.announce({
    topic: TASK_PROGRESS,
    customerId: task.customer_id,
    ...(task.account_id ? { accountId: task.account_id } : {}),
    data: progressOf(task),
  });
