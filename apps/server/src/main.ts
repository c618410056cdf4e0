import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { readConfig } from './runtime/config.ts';
import { shutDownInOrder } from './runtime/lifecycle.ts';
import { programLog } from './runtime/programLog.ts';

/** How long at most a change of permissions by another process takes to apply here. */
const CACHE_MS = 1_000;

/** The compile cache, which halves the next start. A folder of our own, never the shared one. */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/compiled');

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = programLog(config.logLevel);
  enableCompileCache(COMPILED);
  const { startProgram } = await import('./program.ts');
  const program = await startProgram(config, { log, cacheMs: CACHE_MS });
  // Now, because a killed process would never write it.
  flushCompileCache();
  if (program.address) log.info(`Cardinal is ready at ${program.address}`);
  // Also when the parent process is gone, however it ended, and after an uncaught error.
  shutDownInOrder({ stop: () => program.stop(), log });
}

main().catch((error: unknown) => {
  process.stderr.write(`Cardinal does not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
