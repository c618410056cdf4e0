import type { Logger } from 'pino';

/** What the runtime needs of a logger; a pino logger is one. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

const unheard = (): undefined => undefined;

/** For clusters and commands whose steps nobody follows. */
export const QUIET: Log = { debug: unheard, info: unheard, warn: unheard, error: unheard };
