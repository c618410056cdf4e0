import { sql } from 'kysely';
import type { LiveMessage } from './context.ts';
import type { Database } from './tables.ts';

export const LIVE_CHANNEL = 'cardinal_live';
/** NOTIFY carries at most 8000 bytes; a larger message is reduced to its topic, and the console reloads. */
const MOST_BYTES = 7_500;

export type LiveListener = (message: LiveMessage) => void;
export type LiveHub = {
  readonly subscribe: (listener: LiveListener) => () => void;
  readonly receive: (raw: string) => void;
};

/** Sent with the commit of the transaction behind `db`, to all processes. */
export async function announce(db: Database, message: LiveMessage): Promise<void> {
  const whole = JSON.stringify(message);
  const raw = Buffer.byteLength(whole) > MOST_BYTES ? JSON.stringify({ ...message, data: null }) : whole;
  await sql`select pg_notify(${LIVE_CHANNEL}, ${raw})`.execute(db);
}

export function createLiveHub(): LiveHub {
  const listeners = new Set<LiveListener>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    receive: (raw) => {
      const message = JSON.parse(raw) as LiveMessage;
      for (const listener of listeners) listener(message);
    },
  };
}
