import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { findAction } from '../store/taskAction.ts';
import { remainingOf } from '../store/taskRules.ts';
import { countsOf, type TaskRow } from '../store/taskStore.ts';

/** The period that determines a task's speed. */
const LOOK_BACK_MS = 5 * 60_000;
/** With fewer finished items than this, the limits of the lanes are used instead. */
const ENOUGH = 20;

/** Seconds until the running tasks among these end, if predictable: not while one of their lanes is held. */
export async function secondsLeft(ctx: Ctx, rows: readonly TaskRow[]): Promise<ReadonlyMap<string, number>> {
  const processing = rows.filter((row) => row.state === 'processing' && !row.is_paused && row.is_loaded);
  if (processing.length === 0) return new Map();
  const held = await heldTasks(ctx, processing);
  const running = processing.filter(({ id }) => !held.has(id));
  if (running.length === 0) return new Map();
  const settled = await lately(ctx, running);
  const found = new Map<string, number>();
  const unmeasured: TaskRow[] = [];
  for (const row of running) {
    const count = settled.get(row.id) ?? 0;
    const remaining = remainingOf(countsOf(row));
    if (remaining <= 0) continue;
    if (count < ENOUGH) {
      unmeasured.push(row);
      continue;
    }
    const startedMs = row.started_at?.getTime() ?? 0;
    const workedMs = Math.min(LOOK_BACK_MS, Math.max(1_000, ctx.clock.now().getTime() - startedMs));
    found.set(row.id, Math.ceil((remaining * workedMs) / count / 1_000));
  }
  for (const [id, seconds] of await byLimits(ctx, unmeasured)) found.set(id, seconds);
  return found;
}

/** Tasks with a held lane: their end is unknown. */
async function heldTasks(ctx: Ctx, rows: readonly TaskRow[]): Promise<ReadonlySet<string>> {
  const held = await ctx.db
    .selectFrom('tasks.task_lane')
    .select('task_id')
    .distinct()
    .where(
      'task_id',
      'in',
      rows.map((row) => row.id),
    )
    .where('held_zh', 'is not', null)
    .where('held_until', '>', ctx.clock.now())
    .execute();
  return new Set(held.map(({ task_id }) => task_id));
}

async function lately(ctx: Ctx, rows: readonly TaskRow[]): Promise<Map<string, number>> {
  const counted = await ctx.db
    .selectFrom('tasks.task_item')
    .select(['task_id', sql<string>`count(*)`.as('count')])
    .where(
      'task_id',
      'in',
      rows.map((row) => row.id),
    )
    .where('settled_at', '>=', new Date(ctx.clock.now().getTime() - LOOK_BACK_MS))
    .groupBy('task_id')
    .execute();
  return new Map(counted.map((row) => [row.task_id, Number(row.count)]));
}

/** The slowest lane decides: its waiting items divided by its maximum rate. */
async function byLimits(ctx: Ctx, rows: readonly TaskRow[]): Promise<Map<string, number>> {
  const paced = rows.filter((row) => {
    const action = findAction(ctx, row.action_code);
    return action?.mode === 'items' && action.pace !== undefined;
  });
  if (paced.length === 0) return new Map();
  const lanes = await ctx.db
    .selectFrom('tasks.task_item')
    .select(['task_id', 'lane', sql<string>`count(*)`.as('count')])
    .where(
      'task_id',
      'in',
      paced.map((row) => row.id),
    )
    .where('state', '=', 'waiting')
    .groupBy(['task_id', 'lane'])
    .execute();
  const actions = new Map(paced.map((row) => [row.id, findAction(ctx, row.action_code)]));
  const found = new Map<string, number>();
  for (const { task_id, lane, count } of lanes) {
    const action = actions.get(task_id);
    const pace = action?.mode === 'items' ? await action.pace?.(ctx, lane) : undefined;
    if (!pace) continue;
    found.set(task_id, Math.max(found.get(task_id) ?? 0, Math.ceil(Number(count) / pace)));
  }
  return found;
}
