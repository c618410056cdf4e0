import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Tables } from '../../framework/tables.ts';
import { breakerOf, type Health } from './breakerRules.ts';

/** What stands between us and the others: the tables of accounts and of their calls, and the words for why nothing is sent. */
export type GateKind = {
  readonly account: keyof Tables & string;
  readonly gate: keyof Tables & string;
  readonly words: {
    readonly unknown: Text;
    readonly paused: Text;
    readonly off: Text;
    readonly dayUsedUp: Text;
    readonly down: Text;
  };
};

/** How soon a paused account is checked again. */
const PAUSE_POLL_MS = 5_000;

export type Standing = {
  readonly state: 'on' | 'paused' | 'off';
  readonly state_reason: string | null;
  readonly calls_per_day: number | null;
  readonly ms_to_midnight: string;
};

/** Why no call can be made through an account now. */
export type Standstill = {
  readonly waitMs: number;
  readonly words: Text;
  /** The same without words of the platform's people or the other side. */
  readonly plain: Text;
};

/** Whether an account admits no calls, by its own state, its calls of the day and its health; times by the database's clock. */
export function standstillOf(
  row: Standing,
  { health, words, callsToday, now }: { health: Health; words: Text | undefined; callsToday: number; now: number },
  say: GateKind['words'],
): Standstill | undefined {
  if (row.state === 'off') return { waitMs: PAUSE_POLL_MS, words: say.off, plain: say.off };
  if (row.state === 'paused') {
    const why = row.state_reason;
    return {
      waitMs: PAUSE_POLL_MS,
      words: why ? text(`${say.paused.zh}：${why}`, `${say.paused.en}: ${why}`) : say.paused,
      plain: say.paused,
    };
  }
  if (row.calls_per_day !== null && callsToday >= row.calls_per_day) {
    return { waitMs: Number(row.ms_to_midnight), words: say.dayUsedUp, plain: say.dayUsedUp };
  }
  if (breakerOf(health, now) === 'open') {
    return { waitMs: (health.openUntil ?? now) - now, words: words ?? say.down, plain: say.down };
  }
  return undefined;
}

/** Milliseconds until the account's next midnight, for a statement in which `a` is the table of accounts. */
export const MS_TO_MIDNIGHT = sql<string>`(extract(epoch from date_trunc('day', clock_timestamp() at time zone a.zone)
  + interval '1 day' - (clock_timestamp() at time zone a.zone)) * 1000)::bigint`;
