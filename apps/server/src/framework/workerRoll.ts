import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './tables.ts';

declare module './tables.ts' {
  interface Tables {
    'runtime.worker': { id: string; host: string; started_at: Date; seen_at: Date };
  }
}

const EVERY_MS = 10_000;
/** Missing two signs of life in a row: no longer counted on. */
const ALIVE_SECONDS = 25;
const FORGOTTEN_DAYS = 1;

type Execute = (text: string, values?: unknown[]) => Promise<unknown>;

/**
 * Puts this program on the roll of those that do background work, and says it is alive until it is stopped. Time is the
 * database's own: the programs may stand on machines whose clocks differ.
 */
export async function keepOnRoll(execute: Execute, log: Logger): Promise<() => Promise<void>> {
  const id = randomUUID();
  const sign = () =>
    execute(
      `insert into runtime.worker (id, host, started_at, seen_at) values ($1, $2, clock_timestamp(), clock_timestamp())
      on conflict (id) do update set seen_at = clock_timestamp()`,
      [id, hostname()],
    );
  await execute(`delete from runtime.worker where seen_at < now() - interval '${FORGOTTEN_DAYS} day'`);
  await sign();
  const timer = setInterval(() => {
    sign().catch((error: unknown) => log.warn({ err: error }, 'sign of life'));
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await execute('delete from runtime.worker where id = $1', [id]).catch((error: unknown) =>
      log.warn({ err: error }, 'leaving the roll'),
    );
  };
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
