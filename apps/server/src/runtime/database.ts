import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable, translated, unavailableFrom } from './databaseFaults.ts';
import { TYPE_PARSERS } from './databaseTypes.ts';
import { type DatabaseWatch, type ListenOptions, type Notified, watchDatabase } from './databaseWatch.ts';
import type { Log } from './log.ts';
import { PreparedNames } from './prepared.ts';

const ACQUIRE_TIMEOUT_MS = 4_000;
/** Further waiting queries would only get slower answers: they are refused at once. */
const QUEUE_PER_CONNECTION = 25;

/**
 * `interactive` serves requests: a slow statement is a bug and is cancelled. `work` serves jobs, imports and exports, whose
 * single statements may take minutes.
 */
const PROFILES = {
  interactive: { max: 16, statementTimeoutMs: 15_000, lockTimeoutMs: 4_000, idleInTransactionTimeoutMs: 15_000 },
  work: { max: 10, statementTimeoutMs: 15 * 60_000, lockTimeoutMs: 30_000, idleInTransactionTimeoutMs: 5 * 60_000 },
} as const;

export type DatabaseProfile = keyof typeof PROFILES;

export type DatabaseReadiness = { readonly ready: true } | { readonly ready: false; readonly reason: string };

export type Database<Tables> = {
  readonly db: Kysely<Tables>;
  /** For COPY, cursors and named prepared statements. Its clients survive a database crash without throwing. */
  readonly pool: pg.Pool;
  readonly url: string;
  readiness(): Promise<DatabaseReadiness>;
  /**
   * Listens for NOTIFY on a channel until the returned function is called. Survives reconnections; notifications sent meanwhile
   * are lost, which `onGap` reports.
   */
  listen(channel: string, handler: Notified, options?: ListenOptions): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

/** A client whose queries reject with DatabaseUnavailable if that is the reason. */
abstract class TranslatingClient extends pg.Client {
  /** The server has ended the session; the socket may look alive a moment longer. */
  isLost = false;
  /** Those of its pool. */
  protected abstract readonly names: PreparedNames;

  // The driver's `query` has nine signatures; only the promised results differ here.
  override query = ((...given: unknown[]): unknown => {
    const [text, values] = given;
    const name = this.names.nameOf(text);
    const asked = name === undefined ? given : [{ name, text, values }, ...given.slice(2)];
    const result: unknown = Reflect.apply(pg.Client.prototype.query, this, asked);
    return result instanceof Promise
      ? result.catch((error: unknown) => {
          // The schema changed after this was planned: it is planned again, without its name.
          if (name !== undefined && isOfOldColumns(error)) return Reflect.apply(pg.Client.prototype.query, this, given);
          const fault = unavailableFrom(error);
          if (fault?.reason === 'unreachable') this.isLost = true;
          throw fault ?? error;
        })
      : result;
  }) as pg.Client['query'];
}

/** The clients of one pool, which share the names of what they prepare. */
const clientOf = (names: PreparedNames) =>
  class extends TranslatingClient {
    protected override readonly names = names;
  };

const isOfOldColumns = (error: unknown): boolean =>
  (error as { code?: string }).code === '0A000' && /cached plan/.test(String((error as Error).message));

/** The caller may not know that its client is lost: the pool must not hand it out again. */
function releasingTruly(client: pg.PoolClient): pg.PoolClient {
  const release = client.release;
  client.release = (reason) => release(reason ?? (client as pg.PoolClient & TranslatingClient).isLost);
  return client;
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void;

/** Refuses at once what could only wait in vain, and gives every refusal a reason. */
class GuardedPool extends pg.Pool {
  readonly #living = new Set<pg.PoolClient>();
  readonly #isUp: () => boolean;
  readonly #longestQueue: number;

  constructor(config: pg.PoolConfig & { max: number }, isUp: () => boolean, log: Log) {
    super({ ...config, Client: clientOf(new PreparedNames()) });
    this.#isUp = isUp;
    this.#longestQueue = config.max * QUEUE_PER_CONNECTION;
    this.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
    this.on('connect', (client) => {
      this.#living.add(client);
      // The pool handles errors of idle clients only; without this handler a database crash ends the whole process.
      client.on('error', (error) => {
        if (!this.ending) log.warn({ err: error }, 'a database connection was lost');
      });
    });
    this.on('remove', (client) => this.#living.delete(client));
  }

  #refusal(): DatabaseUnavailable | undefined {
    if (!this.#isUp()) return new DatabaseUnavailable('unreachable');
    if (this.waitingCount >= this.#longestQueue) return new DatabaseUnavailable('busy');
    return undefined;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const refusal = this.#refusal();
    if (!callback) {
      if (refusal) return Promise.reject(refusal);
      return super.connect().then(releasingTruly, (error: unknown) => {
        throw translated(error);
      });
    }
    if (refusal) process.nextTick(callback, refusal, undefined, () => undefined);
    else super.connect((error, client, release) => callback(unavailableFrom(error) ?? error, client, release));
    return undefined;
  }

  override query = ((...given: unknown[]): unknown => {
    const result: unknown = Reflect.apply(pg.Pool.prototype.query, this, given);
    return result instanceof Promise
      ? result.catch((error: unknown) => {
          throw translated(error);
        })
      : result;
  }) as pg.Pool['query'];

  /** Destroys every connection, so that each running query fails now. */
  dropConnections(): void {
    for (const client of this.#living) {
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  }
}

/**
 * Opens a database for one kind of use. Returns at once, even while the database is unavailable; `readiness` tells its state.
 * The caller's room defines the table types.
 */
export function openDatabase<Tables>(options: {
  readonly url: string;
  readonly log: Log;
  readonly profile?: DatabaseProfile;
  readonly max?: number;
  readonly statementTimeoutMs?: number;
}): Database<Tables> {
  const { url, log, profile = 'interactive' } = options;
  const limits = PROFILES[profile];
  const max = options.max ?? limits.max;
  const pool: GuardedPool = new GuardedPool(
    {
      connectionString: url,
      application_name: `cardinal ${profile}`,
      max,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      statement_timeout: options.statementTimeoutMs ?? limits.statementTimeoutMs,
      lock_timeout: limits.lockTimeoutMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionTimeoutMs,
      types: TYPE_PARSERS,
    },
    () => watch.isUp(),
    log,
  );
  const watch: DatabaseWatch = watchDatabase({ url, log, onDown: () => pool.dropConnections() });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closed: Promise<void> | undefined;

  return {
    db,
    pool,
    url,
    listen: watch.listen,
    async readiness() {
      try {
        await pool.query('SELECT 1');
        return { ready: true };
      } catch (error) {
        const fault = unavailableFrom(error);
        return { ready: false, reason: fault?.reason ?? 'unreachable' };
      }
    },
    close: () => {
      closed ??= Promise.all([db.destroy(), watch.close()]).then(() => undefined);
      return closed;
    },
  };
}
