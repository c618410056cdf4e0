import type { readTaskDetail as detailEndpoint } from '@cardinal/contract/api/tasks/tasks.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { undoOffer } from '../steering/undoOffer.ts';
import { findAction } from '../store/taskAction.ts';
import { readTask, type TaskRow } from '../store/taskStore.ts';
import { taskDataset } from './taskList.ts';

type Detail = AnswerOf<typeof detailEndpoint>;

const MOST_TROUBLES = 50;
const MOST_MINUTES = 240;
const MOST_EVENTS = 200;

/** All details of a task except its items. */
export async function readTaskDetail(ctx: Ctx, { taskId }: QueryOf<typeof detailEndpoint>): Promise<Detail> {
  const task = await readTask(ctx.db, taskId);
  if (!task) throw new Refused(notFound);
  const [row] = await taskDataset.present([task], ctx);
  if (!row) throw new Refused(notFound);
  return {
    ...row,
    parameters: task.parameters as Record<string, unknown>,
    selection: task.selection_zh ? { zh: task.selection_zh, en: task.selection_en ?? task.selection_zh } : null,
    failure: task.failure_code
      ? { code: task.failure_code, words: { zh: task.failure_zh ?? '', en: task.failure_en ?? '' } }
      : null,
    check: task.checked_at
      ? { by: task.checked_by_name ?? '', at: task.checked_at.toISOString(), note: task.check_note }
      : null,
    troubles: await troublesOf(ctx, task),
    pace: await paceOf(ctx, taskId),
    events: await eventsOf(ctx, taskId),
    held: await heldLanes(ctx, task),
    parent: await refOf(ctx, task.parent_task_id),
    retries: await pointingAt(ctx, 'parent_task_id', taskId),
    undo: await undoOffer(ctx, task),
    undoes: await refOf(ctx, task.undoes_task_id),
    undoneBy: await pointingAt(ctx, 'undoes_task_id', taskId),
  };
}

async function troublesOf(ctx: Ctx, task: TaskRow): Promise<Detail['troubles']> {
  const advice = findAction(ctx, task.action_code)?.advice;
  const groups = await ctx.db
    .selectFrom('tasks.task_item')
    .select(['state', 'code', sql<string>`count(*)`.as('count')])
    .select([sql<string>`min(words_zh)`.as('zh'), sql<string>`min(words_en)`.as('en')])
    .where('task_id', '=', task.id)
    .where('state', 'in', ['failed', 'skipped'])
    .groupBy(['state', 'code', 'words_zh'])
    .orderBy(sql`count(*)`, 'desc')
    .limit(MOST_TROUBLES)
    .execute();
  return groups.map((group) => ({
    state: group.state === 'failed' ? 'failed' : 'skipped',
    code: group.code ?? '',
    words: { zh: group.zh ?? '', en: group.en ?? '' },
    count: Number(group.count),
    advice: (group.code && advice?.(group.code)) || null,
  }));
}

async function paceOf(ctx: Ctx, taskId: string): Promise<Detail['pace']> {
  const minute = sql<Date>`date_trunc('minute', settled_at)`;
  const rows = await ctx.db
    .selectFrom('tasks.task_item')
    .select([minute.as('minute')])
    .select([
      sql<string>`count(*) filter (where state = 'done')`.as('done'),
      sql<string>`count(*) filter (where state = 'failed')`.as('failed'),
      sql<string>`count(*) filter (where state = 'skipped')`.as('skipped'),
    ])
    .where('task_id', '=', taskId)
    .where('settled_at', 'is not', null)
    .groupBy(minute)
    .orderBy(minute, 'desc')
    .limit(MOST_MINUTES)
    .execute();
  return rows.reverse().map((row) => ({
    minute: row.minute.toISOString(),
    done: Number(row.done),
    failed: Number(row.failed),
    skipped: Number(row.skipped),
  }));
}

async function eventsOf(ctx: Ctx, taskId: string): Promise<Detail['events']> {
  const { actor } = ctx;
  const own = actor.kind === 'account' ? await customerOf(ctx.db, actor.customerId) : undefined;
  const isPlatform = own?.kind === 'PLATFORM';
  const rows = await ctx.db
    .selectFrom('tasks.task_log')
    .selectAll()
    .where('task_id', '=', taskId)
    .$if(!isPlatform, (query) => query.where('is_internal', '=', false))
    .orderBy('id', 'desc')
    .limit(MOST_EVENTS)
    .execute();
  return rows.reverse().map((row) => ({
    at: row.at.toISOString(),
    event: row.event,
    words: { zh: row.words_zh, en: row.words_en },
    by: row.account_name,
    worker: isPlatform ? row.worker : null,
    isInternal: row.is_internal,
  }));
}

async function heldLanes(ctx: Ctx, task: TaskRow): Promise<Detail['held']> {
  if (task.drained_at) return [];
  const rows = await ctx.db
    .selectFrom('tasks.task_lane')
    .select(['lane', 'held_zh', 'held_en', 'held_until'])
    .where('task_id', '=', task.id)
    .where('is_open', '=', true)
    .where('held_zh', 'is not', null)
    .orderBy('lane')
    .limit(MOST_TROUBLES)
    .execute();
  return rows.flatMap((row) =>
    row.held_until && row.held_zh
      ? [
          {
            lane: row.lane,
            words: { zh: row.held_zh, en: row.held_en ?? row.held_zh },
            until: row.held_until.toISOString(),
          },
        ]
      : [],
  );
}

async function refOf(ctx: Ctx, id: string | null): Promise<Detail['parent']> {
  const found = id ? await readTask(ctx.db, id) : undefined;
  return found ? { id: found.id, taskNo: found.task_no } : null;
}

async function pointingAt(
  ctx: Ctx,
  column: 'parent_task_id' | 'undoes_task_id',
  id: string,
): Promise<Detail['retries']> {
  const rows = await ctx.db
    .selectFrom('tasks.task')
    .select(['id', 'task_no'])
    .where(column, '=', id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, taskNo: row.task_no }));
}
