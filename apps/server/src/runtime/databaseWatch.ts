import pg from 'pg';
import type { Log } from './log.ts';

const PROBE_EVERY_MS = 1_000;
/** With the probe's pause this is how long a request can wait on a database that swallows packets. */
const PROBE_PATIENCE_MS = 3_000;
/** A timer that is later than this tells that the process stood still: under load, while it loads modules. */
const PAUSE_MS = 500;
const RECONNECT_DELAYS_MS = [100, 250, 500, 1_000] as const;

export type Notified = (payload: string) => void;

export type ListenOptions = {
  /** Called after every reconnection: notifications in between are lost, so read the tables again. */
  readonly onGap?: () => void;
};

export type DatabaseWatch = {
  /** False from the moment the database stopped answering until it answers again. */
  isUp(): boolean;
  listen(channel: string, handler: Notified, options?: ListenOptions): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

/** No response at all, not even a refusal: everything waiting on such a connection waits in vain. */
class Silence extends Error {
  override readonly name = 'Silence';
}

type Subscription = { readonly handler: Notified; readonly onGap: (() => void) | undefined };

/**
 * A separate connection that probes the database every second and receives its notifications. Statement timeouts run on the
 * server and are not delivered through a network black hole. Only a probe distinguishes a slow statement, which may continue,
 * from a dead connection, whose waiting callers must be answered at once.
 */
export function watchDatabase(options: {
  readonly url: string;
  readonly log: Log;
  readonly onDown: (cause: unknown) => void;
}): DatabaseWatch {
  const { url, log, onDown } = options;
  const channels = new Map<string, Set<Subscription>>();
  const closing = new AbortController();
  let up = true;
  let client: pg.Client | undefined;
  let wake: () => void = () => undefined;

  /** What the database says to the loop's own questions, any of which may get lost in the black hole. */
  const answered = async <T>(answer: Promise<T>): Promise<T> => {
    let overdue: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      const wait = () => {
        const due = performance.now() + PROBE_PATIENCE_MS;
        overdue = setTimeout(() => {
          // A process that paused itself has not waited.
          if (performance.now() - due > PAUSE_MS) return wait();
          // What was answered meanwhile may be waiting unread: read it before judging.
          setImmediate(() => setImmediate(() => reject(new Silence('the database does not answer'))));
        }, PROBE_PATIENCE_MS);
      };
      wait();
    });
    try {
      return await Promise.race([answer, silence]);
    } finally {
      clearTimeout(overdue);
    }
  };
  const ask = (current: pg.Client, statement: string) => answered(current.query(statement));

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'cardinal watch',
      keepAlive: true,
    });
    fresh.on('error', () => undefined);
    fresh.on('end', () => {
      if (fresh === client) wake();
    });
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const subscription of channels.get(channel) ?? []) tell(() => subscription.handler(payload));
    });
    try {
      await answered(fresh.connect());
      for (const channel of channels.keys()) await ask(fresh, `LISTEN ${pg.escapeIdentifier(channel)}`);
      return fresh;
    } catch (error) {
      discard(fresh);
      throw error;
    }
  };

  const tell = (speak: () => void) => {
    try {
      speak();
    } catch (error) {
      log.error({ err: error }, 'a listener of database notifications failed');
    }
  };

  const discard = (dead: pg.Client) => {
    dead.end().catch(() => undefined);
    // `end` waits for the server's response, which never comes through a black hole.
    (dead as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  };

  /** Ends before its time when the connection is lost or the watch is closed. */
  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(wake, ms);
    });

  const run = async () => {
    let failures = 0;
    let hasGap = false;
    while (!closing.signal.aborted) {
      try {
        client ??= await connect();
        if (closing.signal.aborted) break;
        await ask(client, 'SELECT 1');
        if (!up) log.info('the database answers again');
        up = true;
        if (hasGap) for (const all of channels.values()) for (const { onGap } of all) if (onGap) tell(onGap);
        hasGap = false;
        failures = 0;
        await rest(PROBE_EVERY_MS);
      } catch (error) {
        if (closing.signal.aborted) break;
        const before = client;
        client = undefined;
        if (before) discard(before);
        hasGap = true;
        failures += 1;
        // An ended connection tells of the past, perhaps long ago: only a new one tells whether the database is available now.
        if (before && failures === 1 && !(error instanceof Silence)) continue;
        if (up) {
          up = false;
          log.error({ err: error }, 'the database does not answer');
          onDown(error);
        }
        await rest(RECONNECT_DELAYS_MS[Math.min(failures, RECONNECT_DELAYS_MS.length) - 1]!);
      }
    }
    // Closed while it was being made.
    if (client) discard(client);
  };
  const running = run();

  return {
    isUp: () => up,
    async listen(channel, handler, { onGap } = {}) {
      const subscription: Subscription = { handler, onGap };
      const all = channels.get(channel) ?? new Set();
      const first = all.size === 0;
      channels.set(channel, all.add(subscription));
      // Without a connection now, the next one listens to every channel of the map. On a dying connection it waits no longer
      // than the next probe, whose timeout ends the connection and everything on it.
      if (first && client) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
      return async () => {
        all.delete(subscription);
        if (all.size > 0 || channels.get(channel) !== all) return;
        channels.delete(channel);
        if (client) await client.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
      };
    },
    async close() {
      closing.abort();
      wake();
      const last = client;
      if (last) discard(last);
      await running;
    },
  };
}
