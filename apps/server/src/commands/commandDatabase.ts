import type { Logger } from 'pino';
import { type Config, ConfigError, readConfig } from '../runtime/config.ts';
import { type DatabaseAccess, prepareExternalDatabase } from '../runtime/databaseRoles.ts';
import { dataDirectoryHolder } from '../runtime/dataDirectoryLock.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '../runtime/embeddedPostgres.ts';
import { programLog } from '../runtime/programLog.ts';

export type CommandParts = { readonly config: Config; readonly access: DatabaseAccess; readonly log: Logger };

/** Opens the configured database: the external one, even while a server runs, or the embedded one, started for this command. */
async function withDatabase(
  config: Config,
  log: Logger,
  besideServer: boolean,
  work: (parts: CommandParts) => Promise<void>,
): Promise<void> {
  if (config.database.kind === 'external') {
    await work({ config, log, access: await prepareExternalDatabase(config.database.url) });
    return;
  }
  const isKept = besideServer && (await dataDirectoryHolder(config.dataDirectory)) !== undefined;
  const running = isKept ? await runningEmbeddedPostgres(config.dataDirectory) : undefined;
  if (running) {
    await work({ config, log, access: running });
    return;
  }
  const postgres = await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, log });
  try {
    await work({ config, log, access: postgres });
  } finally {
    await postgres.stop();
  }
}

/**
 * Runs one command of the program on the configured database and ends the process: 0 on success, 1 with the reason on standard
 * error otherwise. `besideServer` says whether the command may run while a server uses the embedded database.
 */
export async function runCommand(
  options: { readonly besideServer: boolean },
  work: (parts: CommandParts) => Promise<void>,
): Promise<void> {
  try {
    const config = readConfig();
    const log = programLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
    await withDatabase(config, log, options.besideServer, work);
  } catch (error) {
    const isExpected = error instanceof ConfigError || (error instanceof Error && error.constructor !== Error);
    process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}
