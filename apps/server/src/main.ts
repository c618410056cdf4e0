import { pino } from 'pino';
import { readConfig } from './runtime/config.ts';
import { endInOrder } from './runtime/lifecycle.ts';

/** The keys under which a secret might reach a log line. */
const SECRET_KEYS = ['password', 'token', 'authorization', 'secret', 'apiKey', 'captchaCode', 'credentials'];

/** A right that another process took counts here after this long at the latest. */
const SESSION_MEMORY_MS = 1_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({
    level: config.logLevel,
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '••••' },
  });
  const { startProgram } = await import('./program.ts');
  const program = await startProgram(config, { log, sessionMemoryMs: SESSION_MEMORY_MS });
  if (program.address) log.info(`Cardinal is ready at ${program.address}`);
  // Also when the process that started us is gone, however it went, and after an error nobody caught.
  endInOrder({ stop: () => program.stop(), log });
}

main().catch((error: unknown) => {
  process.stderr.write(`Cardinal does not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
