import type { TaskItemState } from '@cardinal/contract/enumerations/task.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../../framework/tables.ts';
import { LOCAL_LANE, LOCAL_LANES } from './laneStore.ts';
import type { Items, NewItem, Outcome, TaskAction } from './taskAction.ts';

type ItemTable = {
  task_id: string;
  seq: number;
  target: string;
  target_id: string | null;
  lane: string;
  details: unknown;
  state: TaskItemState;
  attempts: number;
  token: string | null;
  reference: string | null;
  code: string | null;
  words_zh: string | null;
  words_en: string | null;
  before: unknown;
  after: unknown;
  amount: string | null;
  taken_at: Date | null;
  settled_at: Date | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'tasks.task_item': ItemTable;
  }
}
export type ItemRow = Selectable<ItemTable>;

const ROWS_PER_INSERT = 2_000;

/** The lane of an item: the one it names, or a local one, which it shares with enough neighbours to fill a leased batch. */
function laneOfItem(action: TaskAction, lane: RawBuilder<string>, seq: RawBuilder<number>): RawBuilder<string> {
  if (action.mode !== 'items' || !action.isLocal) return lane;
  return sql`${LOCAL_LANE} || (${seq} - 1) / ${action.chunkSize}::int % ${LOCAL_LANES}::int`;
}

/** Inserts the items of a task in order and returns how many there are. A repeated target is inserted once. */
export async function insertItems(
  db: Database,
  { id: taskId, action }: { readonly id: string; readonly action: TaskAction },
  items: Items,
): Promise<number> {
  if ('select' in items) {
    const { rows } = await sql<{ n: string }>`
      with put as (
        insert into tasks.task_item (task_id, seq, target, target_id, lane, details)
        select ${taskId}::bigint, n.seq, n.target, n.target_id, ${laneOfItem(action, sql`n.lane`, sql`n.seq`)}, n.details
        from (select row_number() over () as seq, s.* from (${items.select}) s) n
        on conflict (target, task_id) do nothing
        returning 1
      ) select count(*) n from put`.execute(db);
    return Number(rows[0]?.n ?? 0);
  }
  let seq = 0;
  let put = 0;
  let batch: (NewItem & { seq: number })[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const done = await insertBatch(db, taskId, action, batch);
    put += done;
    batch = [];
  };
  for await (const item of items) {
    seq += 1;
    batch.push({ ...item, seq });
    if (batch.length === ROWS_PER_INSERT) await flush();
  }
  await flush();
  return put;
}

async function insertBatch(
  db: Database,
  taskId: string,
  action: TaskAction,
  batch: readonly (NewItem & { seq: number })[],
): Promise<number> {
  const column = <T>(pick: (item: NewItem & { seq: number }) => T) => batch.map(pick);
  const { numAffectedRows } = await sql`
    insert into tasks.task_item (task_id, seq, target, target_id, lane, details)
    select ${taskId}::bigint, g.seq, g.target, g.target_id, ${laneOfItem(action, sql`g.lane`, sql`g.seq`)}, g.details::jsonb
    from unnest(
      ${column((item) => item.seq)}::int[],
      ${column((item) => item.target)}::text[],
      ${column((item) => item.targetId ?? null)}::bigint[],
      ${column((item) => item.lane ?? '')}::text[],
      ${column((item) => (item.details === undefined ? null : JSON.stringify(item.details)))}::text[]
    ) as g(seq, target, target_id, lane, details)
    on conflict (target, task_id) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** A state change of one item, identified by its number in its task. */
export type Move = { readonly taskId: string; readonly seq: number; readonly outcome: Outcome };
export type Moved = {
  readonly taskId: string;
  readonly was: TaskItemState;
  readonly now: TaskItemState;
  readonly count: number;
  /** Total of the finished items, in minor units. */
  readonly amount: string;
};

const STATE: Record<Outcome['kind'], TaskItemState> = {
  done: 'done',
  failed: 'failed',
  skipped: 'skipped',
  confirming: 'confirming',
  again: 'waiting',
};

const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/**
 * Writes outcomes in one statement and returns what changed: a finished item is not changed again. With a token only items of
 * this leased batch change; without one, items being processed or waiting for confirmation.
 */
export async function moveItems(db: Database, moves: readonly Move[], now: Date, token?: string): Promise<Moved[]> {
  if (moves.length === 0) return [];
  const column = <T>(pick: (outcome: Outcome) => T) => moves.map(({ outcome }) => pick(outcome));
  const held =
    token === undefined
      ? sql`i.state in ('confirming', 'processing')`
      : sql`i.state = 'processing' and i.token = ${token}::bigint`;
  const { rows } = await sql<{
    task_id: string;
    was: TaskItemState;
    now: TaskItemState;
    count: string;
    amount: string;
  }>`
    with given as (
      select * from unnest(
        ${moves.map((move) => move.taskId)}::bigint[],
        ${moves.map((move) => move.seq)}::int[],
        ${column((outcome) => STATE[outcome.kind])}::text[],
        ${column((outcome) => ('code' in outcome ? outcome.code : null))}::text[],
        ${column((outcome) => ('words' in outcome ? (outcome.words?.zh ?? null) : null))}::text[],
        ${column((outcome) => ('words' in outcome ? (outcome.words?.en ?? null) : null))}::text[],
        ${column((outcome) => ('reference' in outcome ? (outcome.reference ?? null) : null))}::text[],
        ${column((outcome) => (outcome.kind === 'done' ? jsonOf(outcome.before) : null))}::text[],
        ${column((outcome) => (outcome.kind === 'done' ? jsonOf(outcome.after) : null))}::text[],
        ${column((outcome) => (outcome.kind === 'done' ? (outcome.amount ?? null) : null))}::bigint[]
      ) as g(task_id, seq, state, code, words_zh, words_en, reference, before, after, amount)
    ), held as (
      select g.*, i.state as was from given g join tasks.task_item i on i.task_id = g.task_id and i.seq = g.seq
      where ${held} order by g.task_id, g.seq for update of i
    ), moved as (
      update tasks.task_item i set
        state = h.state, code = h.code, words_zh = h.words_zh, words_en = h.words_en,
        reference = coalesce(h.reference, i.reference), before = h.before::jsonb, after = h.after::jsonb,
        amount = h.amount, token = null,
        attempts = case when h.state = 'waiting' then greatest(i.attempts - 1, 0) else i.attempts end,
        settled_at = case when h.state in ('done', 'failed', 'skipped') then ${now}::timestamptz end
      from held h
      where i.task_id = h.task_id and i.seq = h.seq
      returning i.task_id, h.was, i.state as now, i.amount
    )
    select task_id, was, now, count(*) as count, coalesce(sum(amount), 0)::text as amount
    from moved group by task_id, was, now`.execute(db);
  return rows.map((row) => ({
    taskId: row.task_id,
    was: row.was,
    now: row.now,
    count: Number(row.count),
    amount: row.amount,
  }));
}

/** The item numbers in their tasks, looked up by target. */
export async function numbersOfTargets(
  db: Database,
  wanted: readonly { readonly taskId: string; readonly target: string }[],
): Promise<{ taskId: string; target: string; seq: number }[]> {
  const { rows } = await sql<{ task_id: string; target: string; seq: number }>`
    select i.task_id, i.target, i.seq
    from unnest(${wanted.map((one) => one.taskId)}::bigint[], ${wanted.map((one) => one.target)}::text[]) as g(task_id, target)
    join tasks.task_item i on i.task_id = g.task_id and i.target = g.target`.execute(db);
  return rows.map((row) => ({ taskId: row.task_id, target: row.target, seq: row.seq }));
}
