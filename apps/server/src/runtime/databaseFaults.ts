/** Why the database is unavailable. `busy`: too many callers wait for a connection. */
export type UnavailableReason = 'unreachable' | 'busy' | 'timeout' | 'diskFull';

/** The database is unavailable; the caller may retry. Answered as 503, without internals. */
export class DatabaseUnavailable extends Error {
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, cause?: unknown) {
    super(`database unavailable: ${reason}`, { cause });
    this.name = 'DatabaseUnavailable';
    this.reason = reason;
  }
}

const CODES: Readonly<Record<string, UnavailableReason>> = {
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  '57P01': 'unreachable', // shut down by an administrator
  '57P02': 'unreachable', // crash of another session
  '57P03': 'unreachable', // starting up
  '57P05': 'unreachable', // idle session ended
  '25P03': 'timeout', // idle in transaction
  '53300': 'busy', // too many connections
  '53100': 'diskFull',
  '57014': 'timeout', // statement timeout
  '55P03': 'timeout', // lock timeout
};

/** The driver distinguishes these by message only. */
const WORDS: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/timeout exceeded when trying to connect/, 'busy'],
  [/connection timeout|timeout expired|Query read timeout/, 'unreachable'],
  [/Connection terminated|connection error and is not queryable|Client was closed/, 'unreachable'],
];

/** Recognises errors of driver and server that mean «not now»; undefined for all others. */
export function unavailableFrom(error: unknown): DatabaseUnavailable | undefined {
  if (error instanceof DatabaseUnavailable) return error;
  if (!(error instanceof Error)) return undefined;
  const code = (error as { code?: unknown }).code;
  const byCode =
    typeof code === 'string' ? (CODES[code] ?? (code.startsWith('08') ? 'unreachable' : undefined)) : undefined;
  const reason = byCode ?? WORDS.find(([words]) => words.test(error.message))?.[1];
  return reason && new DatabaseUnavailable(reason, error);
}

/** The error as DatabaseUnavailable if it is that, else unchanged. */
export const translated = (error: unknown): unknown => unavailableFrom(error) ?? error;
