import type { TaskItemState } from '@cardinal/contract/enumerations/task.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../framework/tables.ts';
import type { Items, NewItem, Outcome } from './taskAction.ts';

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

declare module '../../framework/tables.ts' {
  interface Tables {
    'tasks.task_item': ItemTable;
  }
}
export type ItemRow = Selectable<ItemTable>;

const ROWS_PER_INSERT = 2_000;

/** Puts the items into a task in their order; answers how many there are. A repeated target stands once. */
export async function insertItems(db: Database, taskId: string, items: Items): Promise<number> {
  if ('select' in items) {
    const { rows } = await sql<{ n: string }>`
      with put as (
        insert into tasks.task_item (task_id, seq, target, target_id, lane, details)
        select ${taskId}::bigint, row_number() over (), s.target, s.target_id, s.lane, s.details
        from (${items.select}) s
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
    const done = await insertBatch(db, taskId, batch);
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
  batch: readonly (NewItem & { seq: number })[],
): Promise<number> {
  const column = <T>(pick: (item: NewItem & { seq: number }) => T) => batch.map(pick);
  const { numAffectedRows } = await sql`
    insert into tasks.task_item (task_id, seq, target, target_id, lane, details)
    select ${taskId}::bigint, g.seq, g.target, g.target_id, g.lane, g.details::jsonb
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

/** A move of one item, found by its number in its task. */
export type Move = { readonly taskId: string; readonly seq: number; readonly outcome: Outcome };
export type Moved = {
  readonly taskId: string;
  readonly was: TaskItemState;
  readonly now: TaskItemState;
  readonly count: number;
  /** Minor units of those that were done. */
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
 * Writes outcomes in one statement and answers what really moved: an item that is settled already stays as it is. With a
 * token only items that this turn holds move; without one, those that are being worked on or await confirmation.
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
      select i.task_id, i.seq, i.state as was from tasks.task_item i join given g on g.task_id = i.task_id and g.seq = i.seq
      where ${held} order by i.task_id, i.seq for update of i
    ), moved as (
      update tasks.task_item i set
        state = g.state, code = g.code, words_zh = g.words_zh, words_en = g.words_en,
        reference = coalesce(g.reference, i.reference), before = g.before::jsonb, after = g.after::jsonb,
        amount = g.amount, token = null,
        attempts = case when g.state = 'waiting' then greatest(i.attempts - 1, 0) else i.attempts end,
        settled_at = case when g.state in ('done', 'failed', 'skipped') then ${now}::timestamptz end
      from held h join given g on g.task_id = h.task_id and g.seq = h.seq
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

/** The numbers of items in their tasks, found by what a person calls them. */
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
