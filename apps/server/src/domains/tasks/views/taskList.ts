import { listTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { isTaskFinal, systemTaskStateOf, taskListStateOf } from '@cardinal/contract/tasks/taskStates.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { refuseLongPeriods } from '../../../framework/list/longPeriods.ts';
import { customerNames, subtreeIds } from '../../customers/face.ts';
import { mayStart } from '../steering/retryTask.ts';
import { mayCheck } from '../steering/steerTask.ts';
import { findAction } from '../store/taskAction.ts';
import { countsOf, type TaskRow } from '../store/taskStore.ts';
import { secondsLeft } from './secondsLeft.ts';

type Row = RowOf<typeof listTasks>;

/** The list's numbering in SQL: the same view as `systemTaskStateOf`. */
const systemState = sql`case t.state when 'untreated' then 0 when 'processing' then 1 when 'waiting' then 1
  when 'completed' then 2 when 'failed' then 3 else 4 end`;

export const taskDataset = dataset(listTasks, {
  from: (ctx, asked) => {
    refuseLongPeriods(asked, ['createdAt', 'finishedAt']);
    return ctx.db.selectFrom('tasks.task as t');
  },
  table: 't',
  columns: {
    action: sql`t.action_code`,
    title: sql`(t.title_zh || ' ' || t.title_en)`,
    state: systemState,
    stage: sql`t.state`,
  },
  select: (query) => query.selectAll('t'),
  present: (rows, ctx) => presentTasks(rows, ctx),
  extra: async (query, asked, ctx) => {
    let so = query;
    const { underCustomerId, target, hasFailures, mine } = asked;
    if (typeof underCustomerId === 'string') {
      so = so.where('t.customer_id', 'in', [...(await subtreeIds(ctx.db, underCustomerId)), '0']);
    }
    // Items have no customer; the list scopes the tasks in which they are searched.
    if (target) {
      so = so.where(
        sql<boolean>`exists (select 1 from tasks.task_item i where i.task_id = t.id and i.target = ${target})`,
      );
    }
    if (hasFailures !== undefined) so = so.where('t.failed', hasFailures ? '>' : '=', 0);
    if (mine && ctx.actor.kind === 'account') so = so.where('t.account_id', '=', ctx.actor.accountId);
    return so;
  },
  figures: async (ctx, filtered) => {
    const midnight = startOfDay(ctx.clock.now());
    const query = (await filtered()).select([
      sql<string>`count(*) filter (where t.state = 'processing')`.as('running'),
      sql<string>`count(*) filter (where t.state = 'waiting')`.as('waiting'),
      sql<string>`count(*) filter (where t.failed > 0 and t.finished_at >= ${midnight})`.as('failed'),
      sql<Date | null>`min(t.created_at) filter (where t.state = 'untreated')`.as('oldest'),
    ]);
    const figures = (await query.executeTakeFirst()) as
      | { running: string; waiting: string; failed: string; oldest: Date | null }
      | undefined;
    return {
      running: Number(figures?.running ?? 0),
      waitingForCarrier: Number(figures?.waiting ?? 0),
      failedToday: Number(figures?.failed ?? 0),
      todayFrom: midnight.toISOString(),
      oldestUntreatedAt: figures?.oldest?.toISOString() ?? null,
    };
  },
});

const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;
/** Midnight in Shanghai. */
const startOfDay = (now: Date) => new Date(Math.floor((now.getTime() + SHANGHAI_MS) / DAY_MS) * DAY_MS - SHANGHAI_MS);

/** Rows for the list and the detail page. */
async function presentTasks(rows: readonly TaskRow[], ctx: Ctx) {
  const names = await customerNames(
    ctx.db,
    rows.map((row) => row.customer_id),
  );
  const held = await heldWords(ctx, rows);
  const seconds = await secondsLeft(ctx, rows);
  return rows.map((row) => {
    const now = ctx.clock.now();
    const ended = row.finished_at ?? (isTaskFinal(row.state) ? now : null);
    const listState = taskListStateOf({ state: row.state, total: row.total, failed: row.failed });
    return {
      typeCode: row.type_code as Row['typeCode'],
      action: row.action_code,
      kind: row.kind as Row['kind'],
      title: say(text(row.title_zh, row.title_en), ctx.language),
      state: systemTaskStateOf(row.state),
      stage: row.state,
      listState,
      heldWords: held.get(row.id) ?? null,
      ...countsOf(row),
      etaSeconds: seconds.get(row.id) ?? null,
      charged: row.currency ? row.charged : null,
      returned: row.currency ? row.returned : null,
      source: row.source as Row['source'],
      customerName: names.get(row.customer_id) ?? '',
      durationSeconds: row.started_at
        ? Math.max(0, Math.round(((ended ?? now).getTime() - row.started_at.getTime()) / 1_000))
        : null,
      offered: offeredOf(row, ctx),
    };
  });
}

/** What this person may do with this task now; the buttons depend on this alone. */
function offeredOf(row: TaskRow, ctx: Ctx): Row['offered'] {
  const may = (permission: string) => holds(ctx.actor, permission);
  const isOpen = !isTaskFinal(row.state);
  const action = findAction(ctx, row.action_code);
  const isOwn = ctx.actor.kind === 'account' && ctx.actor.accountId === row.account_id;
  return {
    pause: isOpen && !row.is_paused && may('systemTask.pause'),
    resume: isOpen && row.is_paused && may('systemTask.pause'),
    cancel: isOpen && may('systemTask.cancel'),
    retry:
      row.drained_at !== null &&
      row.failed > 0 &&
      action?.mode === 'items' &&
      may('systemTask.retry') &&
      mayStart(ctx, action),
    priority: isOpen && may('systemTask.priority'),
    check: isOpen && row.approval === 'pending' && !isOwn && may('systemTask.check') && mayCheck(ctx, row),
    result: row.total > 0 && action?.mode === 'items' && may('systemTask.result'),
  };
}

/** Why lanes of these tasks are held, the first reason of each task. */
async function heldWords(ctx: Ctx, rows: readonly TaskRow[]): Promise<Map<string, string>> {
  const open = rows.filter((row) => !isTaskFinal(row.state)).map((row) => row.id);
  if (open.length === 0) return new Map();
  const lanes = await ctx.db
    .selectFrom('tasks.task_lane')
    .select(['task_id', 'held_zh', 'held_en'])
    .where('task_id', 'in', open)
    .where('is_open', '=', true)
    .where('held_zh', 'is not', null)
    .execute();
  return new Map(lanes.map((lane) => [lane.task_id, say(text(lane.held_zh ?? '', lane.held_en ?? ''), ctx.language)]));
}
