import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from './runtime/config.ts';
import { endInOrder } from './runtime/lifecycle.ts';

/** The keys under which a secret might reach a log line. */
const SECRET_KEYS = ['password', 'token', 'authorization', 'secret', 'apiKey', 'captchaCode', 'credentials'];

/** A right that another process took counts here after this long at the latest. */
const CACHE_MS = 1_000;

/** Where a start keeps what it compiled: the next one is ready in half the time. A folder of our own, never the shared one. */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/compiled');

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({
    level: config.logLevel,
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '••••' },
  });
  enableCompileCache(COMPILED);
  const { startProgram } = await import('./program.ts');
  const program = await startProgram(config, { log, cacheMs: CACHE_MS });
  // Now, because a process that is killed would not do it at its end.
  flushCompileCache();
  if (program.address) log.info(`Cardinal is ready at ${program.address}`);
  // Also when the process that started us is gone, however it went, and after an error nobody caught.
  endInOrder({ stop: () => program.stop(), log });
}

main().catch((error: unknown) => {
  process.stderr.write(`Cardinal does not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
