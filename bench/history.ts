import { type ChildProcess, spawn } from 'node:child_process';
import { workTasks } from '@cardinal/server/domains/tasks/leases/workTasks.ts';
import { iccidOf } from './cards.ts';
import { bestOf, type Figure, once } from './figure.ts';
import { processorTime } from './processorTime.ts';
import type { BenchWorld } from './world.ts';

/** The agent has three of four cards. */
const upTo = (rows: number) => iccidOf(Math.floor((rows * 4) / 3));
const REMARK = '到货抽检';
const OWN = `customer_id in (10, 11, 12) and iccid <= $1 || '~'`;

/** How many leased batches a worker runs at once. */
const AT_ONCE = 4;

/** A worker's job ends after a minute and is queued anew; here it begins again at once. */
async function workOff(world: BenchWorld, taskId: string): Promise<void> {
  for (let state = ''; state !== 'completed'; ) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => workTasks(world.ctx, new AbortController().signal)));
    const { rows } = await world.bare.query<{ state: string }>('select state from tasks.task where id = $1', [taskId]);
    state = String(rows[0]?.state);
    if (state === 'failed') throw new Error('the task failed');
  }
}

/** Previews, confirms and completes a task; returns it and the duration of the work itself. */
async function whole(
  world: BenchWorld,
  path: string,
  body: object,
  rows: number,
): Promise<{ taskId: string; seconds: number; workMs: number }> {
  const seen = await world.ask('POST', path, body);
  if (Math.abs(Number(seen['willTouch']) - rows) > 10) throw new Error(`previewed ${JSON.stringify(seen)}`);
  const isCounted = seen['typeCountFrom'] !== null && Number(seen['willTouch']) >= Number(seen['typeCountFrom']);
  const started = await world.ask('POST', '/api/card-actions/v1/start', {
    previewId: seen['previewId'],
    ...(isCounted ? { typedCount: seen['willTouch'] } : {}),
  });
  const before = { at: performance.now(), work: processorTime(world.databasePid()) };
  const taskId = String(started['taskId']);
  await workOff(world, taskId);
  return {
    taskId,
    seconds: (performance.now() - before.at) / 1_000,
    workMs: processorTime(world.databasePid()) - before.work,
  };
}

/** The same remark on the same cards, and one row of history each, in one statement. */
async function bare(world: BenchWorld, rows: number, remark: string): Promise<void> {
  const client = await world.bare.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(
      `with changed as (
         insert into cards.card_remark (card_id, remark) select c.id, $2 from cards.card c where ${OWN}
         on conflict (card_id) do update set remark = excluded.remark returning card_id
       )
       insert into cards.card_event (id, card_id, at, iccid, customer_id, operation_type, action, result, source)
       select -c.id, c.id, now(), c.iccid, c.customer_id, 1, 'edit_remark', 'done', 'bench'
       from changed join cards.card c on c.id = card_id`,
      [upTo(rows), remark],
    );
  } finally {
    client.release(true);
  }
}

/** A batch that changes cards here alone, from its preview to its last line, and the batch that takes it back. */
export async function* undoFigures(world: BenchWorld, rows: number): AsyncGenerator<Figure> {
  const named = rows.toLocaleString('en');
  const filter = { kind: 'filter', query: { endIccid: upTo(rows) } };
  const before = await remarks(world, rows);
  let taskId = '';
  const done = await once(
    async () => {
      const batch = { action: 'edit_remark', source: filter, parameters: { remark: REMARK } };
      ({ taskId } = await whole(world, '/api/card-selection/v1/preview', batch, rows));
    },
    () => bare(world, rows, REMARK),
  );
  yield { name: `remark of ${named} cards, from preview to the last`, ...done, unit: 's', goal: undefined };
  const undone = await once(
    async () => {
      await whole(world, '/api/card-undo/v1/preview', { taskId }, rows);
      if ((await remarks(world, rows)) !== before) throw new Error('not as before');
    },
    () => bare(world, rows, `${REMARK}，收回`),
  );
  yield { name: `the same taken back, from preview to the last`, ...undone, unit: 's', goal: undefined };
}

const BUSY = 3;

/** Beside processes that keep every core busy. */
async function besideOthers<T>(run: () => Promise<T>): Promise<T> {
  const others: ChildProcess[] = Array.from({ length: BUSY }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  try {
    return await run();
  } finally {
    for (const each of others) each.kill('SIGKILL');
  }
}

/** A batch that changes cards here alone while others keep the machine busy, against one statement beside the same. */
export async function* busyFigures(world: BenchWorld, rows: number): AsyncGenerator<Figure> {
  const batch = {
    action: 'edit_remark',
    source: { kind: 'filter', query: { endIccid: upTo(rows) } },
    parameters: { remark: `${REMARK}，复核` },
  };
  const ours = await besideOthers(() => whole(world, '/api/card-selection/v1/preview', batch, rows));
  const start = { at: performance.now(), work: processorTime(world.databasePid()) };
  await besideOthers(() => bare(world, rows, REMARK));
  const seconds = (performance.now() - start.at) / 1_000;
  const workMs = processorTime(world.databasePid()) - start.work;
  const name = `remark of ${rows.toLocaleString('en')} cards beside ${BUSY} busy processes`;
  const perSecond = (taken: number) => rows / taken;
  yield {
    name: `${name}, cards a second (goal: 5,000 or more)`,
    ours: perSecond(ours.seconds),
    bare: perSecond(seconds),
    unit: '/s',
    goal: undefined,
  };
  yield {
    name: `${name}, processor time of a thousand`,
    ours: ours.workMs / (rows / 1_000),
    bare: workMs / (rows / 1_000),
    unit: 'ms',
    goal: undefined,
  };
}

/** One value for all of them. */
async function remarks(world: BenchWorld, rows: number): Promise<string> {
  const { rows: found } = await world.bare.query<{ all: string }>(
    `select md5(string_agg(c.iccid || coalesce(r.remark, '-'), ',' order by c.iccid)) as all from cards.card c left join cards.card_remark r on r.card_id = c.id
     where ${OWN}`,
    [upTo(rows)],
  );
  return String(found[0]?.all);
}

/** A card as it stood in the middle of a long history, against reading that history. */
export async function momentFigure(world: BenchWorld, marks: number): Promise<Figure> {
  const iccid = iccidOf(1);
  const { rows } = await world.bare.query<{ id: string }>('select id from cards.card where iccid = $1', [iccid]);
  const id = String(rows[0]?.id);
  await world.bare.query(
    `insert into cards.card_event
       (id, card_id, at, iccid, customer_id, operation_type, action, from_value, to_value, result, source)
     select n, $1::bigint, $2::timestamptz - ($3::int - n) * interval '1 second', iccid, customer_id, 1, 'edit_remark',
       jsonb_build_object('remark', (n - 1)::text), jsonb_build_object('remark', n::text), 'done', 'bench'
     from cards.card, generate_series(1, $3::int) n where iccid = $4`,
    [id, world.ctx.clock.now(), marks, iccid],
  );
  const at = new Date(world.ctx.clock.now().getTime() - (marks * 1_000) / 2).toISOString();
  const measured = await bestOf(
    9,
    () => world.ask('GET', `/api/cards/v1/moment?id=${id}&at=${encodeURIComponent(at)}`),
    () => world.bare.query('select * from cards.card_event where card_id = $1 order by at desc, id desc', [id]),
  );
  return {
    name: `a card as it was, ${marks.toLocaleString('en')} events back and forth`,
    ...measured,
    unit: 'ms',
    goal: undefined,
  };
}
