import pg from 'pg';
import type { Log } from './log.ts';

const PROBE_EVERY_MS = 1_000;
/** With the probe's pause this is how long a request can wait on a database that swallows packets. */
const PROBE_PATIENCE_MS = 3_000;
const RECONNECT_DELAYS_MS = [100, 250, 500, 1_000] as const;

export type Notified = (payload: string) => void;

export type ListenOptions = {
  /** Called after every reconnection: notifications of the gap are lost, so look at the tables again. */
  readonly onGap?: () => void;
};

export type DatabaseWatch = {
  /** False from the moment the database stopped answering until it answers again. */
  isUp(): boolean;
  listen(channel: string, handler: Notified, options?: ListenOptions): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

/** Nothing was heard, not even a refusal: whatever waits on such a line waits in vain. */
class Silence extends Error {
  override readonly name = 'Silence';
}

type Subscription = { readonly handler: Notified; readonly onGap: (() => void) | undefined };

/**
 * One connection of its own that asks the database every second whether it is there, and hears its notifications.
 * Statement timeouts run on the server and a black hole delivers none of them: only a probe tells a slow statement,
 * which may go on, from a dead line, on which everything waiting must be answered at once.
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

  /** What the loop itself asks on this line: any of it may be what falls into the black hole. */
  const ask = async (current: pg.Client, statement: string): Promise<void> => {
    let overdue: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      overdue = setTimeout(() => {
        // After a long pause of this process the answer may lie unread: let it be read before judging.
        setImmediate(() => setImmediate(() => reject(new Silence('the database does not answer'))));
      }, PROBE_PATIENCE_MS);
    });
    try {
      await Promise.race([current.query(statement), silence]);
    } finally {
      clearTimeout(overdue);
    }
  };

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: PROBE_PATIENCE_MS,
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
      await fresh.connect();
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
    // `end` waits for the server's farewell, which a black hole never sends.
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
        // A connection that ended says what was, perhaps long ago: whether the database is there now, a new one tells.
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
      // When there is no connection now, the next one listens to every channel of the map. On a dying line it waits no
      // longer than the probe behind it, whose silence ends the line and with it whatever was asked there.
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
