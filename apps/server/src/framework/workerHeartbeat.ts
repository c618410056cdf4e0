import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Ctx } from './context.ts';
import { domainEvent } from './domain.ts';
import type { Database } from './tables.ts';

declare module './tables.ts' {
  interface Tables {
    'runtime.worker': { id: string; host: string; started_at: Date; seen_at: Date };
  }
}

/** This process's name as a worker; unique even if a restarted container reuses host name and process id. */
export const WORKER = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;

/**
 * A worker's database session has ended: killed, closed or cut off. A living worker that was cut off reconnects, so its leases
 * may be taken only after it had time to renew them.
 */
export const workerGone = domainEvent('runtime.workerGone', z.object({ worker: z.string() }));

const EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 5_000;
/** Without a heartbeat for this long a worker does not count. */
const ALIVE_SECONDS = 25;

/** The first half of the advisory lock held by each worker's session. */
const LOCK = 7_310;
const IS_GONE = `not exists (
  select from pg_locks l
  where l.locktype = 'advisory' and l.objsubid = 2 and l.classid = ${LOCK} and l.objid = hashtext(w.id)::oid
    and l.database = (select oid from pg_database where datname = current_database()))`;

async function enter(url: string): Promise<pg.Client> {
  const session = new pg.Client({
    connectionString: url,
    application_name: 'cardinal heartbeat',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
  });
  session.on('error', () => undefined);
  await session.connect();
  // Shared: a process may run the program twice.
  await session.query('select pg_advisory_lock_shared($1, hashtext($2))', [LOCK, WORKER]);
  return session;
}

/**
 * Registers this process as a worker until `stop` is called. Its session holds a lock that the database releases when the
 * process dies; every worker checks once a second for rows without a lock. Times are the database's, since processes may run on
 * machines with different clocks.
 */
export function startHeartbeat(given: { url: string; log: Logger; context: () => Ctx }): { stop: () => Promise<void> } {
  const { url, log, context } = given;
  const closing = new AbortController();
  let session: pg.Client | undefined;

  const look = async () => {
    session ??= await enter(url);
    await session.query(
      `insert into runtime.worker (id, host, started_at, seen_at) values ($1, $2, clock_timestamp(), clock_timestamp())
      on conflict (id) do update set seen_at = clock_timestamp()`,
      [WORKER, hostname()],
    );
    const { rows } = await session.query<{ id: string }>(`select w.id from runtime.worker w where ${IS_GONE}`);
    for (const { id } of rows) await removeWorker(context(), id);
  };
  const run = async () => {
    while (!closing.signal.aborted) {
      try {
        await look();
      } catch (error) {
        log.warn({ err: error }, 'heartbeat failed');
        session?.end().catch(() => undefined);
        session = undefined;
      }
      await rest(EVERY_MS, closing.signal);
    }
    // Deregisters at once; whoever works next finds unfinished work.
    await session
      ?.query(`update runtime.worker set seen_at = 'epoch' where id = $1`, [WORKER])
      .catch((error: unknown) => log.warn({ err: error }, 'ending the heartbeat'));
    await session?.end().catch(() => undefined);
  };
  const running = run();
  return {
    stop: () => {
      closing.abort();
      return running;
    },
  };
}

const rest = (ms: number, ended: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      ended.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (ended.aborted) end();
    else ended.addEventListener('abort', end, { once: true });
  });

/** Removes a dead worker and notifies the rooms; one process does so, and the others do not wait for it. */
async function removeWorker(ctx: Ctx, worker: string): Promise<void> {
  await ctx.transact(async (inside) => {
    const { rows } = await sql`
      delete from runtime.worker where id in (
        select w.id from runtime.worker w where w.id = ${worker} and ${sql.raw(IS_GONE)} for update skip locked
      ) returning 1`.execute(inside.db);
    if (rows.length > 0) await inside.emit(workerGone, { worker });
  });
}

/** How many programs do background work at present. */
export async function workersAlive(db: Database): Promise<number> {
  const { n } = await db
    .selectFrom('runtime.worker')
    .select((on) => on.fn.countAll<string>().as('n'))
    .where('seen_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${ALIVE_SECONDS})`)
    .executeTakeFirstOrThrow();
  return Number(n);
}
