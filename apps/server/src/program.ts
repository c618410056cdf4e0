import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock } from '@cardinal/primitives/clock.ts';
import { ID_NODES, makeIdSource } from '@cardinal/primitives/ids.ts';
import { type Random, systemRandom } from '@cardinal/primitives/random.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Logger } from 'pino';
import { seedDemo } from './demo/demo.ts';
import { refuseDemo } from './demo/refuseDemo.ts';
import { keepHeads } from './domains/audit/face.ts';
import { followNewPermissions } from './domains/identity/face.ts';
import { tilesOfHost } from './domains/settings/face.ts';
import { setupCode } from './domains/setup/face.ts';
import { DOMAINS, HOOKS } from './domains.ts';
import { type App, createApp } from './framework/app.ts';
import type { Domain } from './framework/domain.ts';
import { clearScratch } from './framework/scratchFiles.ts';
import { adoptFormerFiles } from './framework/storedFiles.ts';
import type { Tables } from './framework/tables.ts';
import { serveConsole } from './http/console.ts';
import { serveH5 } from './http/h5.ts';
import { serveHealth } from './http/health.ts';
import { type Config, ConfigError } from './runtime/config.ts';
import { CONSOLE_FOLDER, H5_FOLDER } from './runtime/consoleFolder.ts';
import { openDatabase } from './runtime/database.ts';
import { type DatabaseAccess, prepareExternalDatabase } from './runtime/databaseRoles.ts';
import { startEmbeddedPostgres } from './runtime/embeddedPostgres.ts';
import { LEAST_FREE_BYTES, watchFreeSpace } from './runtime/freeSpace.ts';
import { migrate } from './runtime/migrate.ts';
import { checkSecretsKey, secretsFrom } from './runtime/secrets.ts';
import { storedSecretsKey } from './runtime/secretsKey.ts';

export type Program = { readonly app: App; readonly address: string; readonly stop: () => Promise<void> };

type Stopper = () => Promise<void> | void;

/**
 * Starts everything in order, database first, port last, and stops it in reverse. If a step fails, what was started is stopped
 * again and the failure is thrown.
 */
export async function startProgram(
  config: Config,
  given: {
    log: Logger;
    clock?: Clock;
    random?: Random;
    access?: DatabaseAccess;
    jobPollSeconds?: number;
    listens?: boolean;
    cacheMs?: number;
    leastFreeBytes?: number;
    /** Additional rooms after the product's; tests contribute through them. */
    furtherRooms?: readonly Domain[];
  },
): Promise<Program> {
  const { log, clock = systemClock, random = systemRandom } = given;
  const stoppers: Stopper[] = [];
  const stop = async () => {
    for (const each of stoppers.splice(0).reverse()) await each();
  };
  try {
    await mkdir(config.dataDirectory, { recursive: true });
    await clearScratch(config.dataDirectory);
    const leastBytes = given.leastFreeBytes ?? LEAST_FREE_BYTES;
    const space = await watchFreeSpace({ directory: config.dataDirectory, log, leastBytes });
    stoppers.push(() => space.stop());
    const access = given.access ?? (await databaseOf(config, log, stoppers));
    await migrate({ ownerUrl: access.ownerUrl, log });
    const database = openDatabase<Tables>({ url: access.applicationUrl, log });
    stoppers.push(() => database.close());
    const workDatabase = openDatabase<Tables>({ url: access.applicationUrl, log, profile: 'work' });
    stoppers.push(() => workDatabase.close());
    const secrets = secretsFrom(config.secretsKey ?? (await storedSecretsKey(config.dataDirectory)));
    await checkSecretsKey(workDatabase.pool, secrets);
    if (config.production) await refuseDemo(workDatabase.db);
    const ids = makeIdSource({ clock, node: random.int(ID_NODES) });
    const app = await createApp({
      config,
      secrets,
      database,
      workDatabase,
      ownerUrl: access.ownerUrl,
      clock,
      random,
      ids,
      log,
      domains: [...DOMAINS, ...(given.furtherRooms ?? [])],
      hooks: HOOKS,
      servesApi: config.roles.has('web'),
      diskIsLow: () => space.diskLow(),
      requestsPerMinute: config.requestsPerMinute,
      cacheMs: given.cacheMs ?? 0,
      ...(given.jobPollSeconds === undefined ? {} : { jobPollSeconds: given.jobPollSeconds }),
    });
    stoppers.push(() => app.stop());
    stoppers.push(keepHeads(app.systemContext('operation log')));
    serveHealth(app, {
      database,
      workDatabase,
      needsWorker: config.roles.has('worker'),
      freeBytes: () => space.freeBytes(),
      metricsToken: config.metricsToken,
    });
    if (config.roles.has('web') && existsSync(join(CONSOLE_FOLDER, 'index.html'))) {
      const tilesOf = (host: string) => tilesOfHost(app.systemContext('console').db, host);
      await serveConsole(app.http, CONSOLE_FOLDER, tilesOf, config.demo ? config.demoLanguage : undefined);
    }
    if (config.roles.has('web') && existsSync(join(H5_FOLDER, 'index.html'))) await serveH5(app.http, H5_FOLDER);
    await adoptFormerFiles(app.systemContext('storedFiles'));
    await followNewPermissions(app.systemContext('identity'));
    if (config.demo) await seedDemo(app.systemContext('demo'), config, 'all');
    if (config.roles.has('worker')) await app.jobs.work();
    // A worker answers for its health.
    const listens = given.listens !== false;
    const address = listens ? await listen(app, config) : '';
    if (listens && config.roles.has('web')) await announceSetup(app, address);
    return { app, address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen({ http }: App, { host, port }: Config): Promise<string> {
  try {
    return await http.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const words = text(`${host} 的端口 ${port} 已被占用`, `port ${port} of ${host} is taken; choose another`);
    throw new ConfigError([{ variable: 'PORT', text: words }]);
  }
}

/** Whoever reads the log of an installation without accounts may make the first one. */
async function announceSetup({ systemContext }: App, address: string): Promise<void> {
  const ctx = systemContext('setup');
  const code = await setupCode(ctx);
  if (code) ctx.log.warn(`No account exists yet. Open ${address}/login and enter this set-up code: ${code}`);
}

async function databaseOf(config: Config, log: Logger, stoppers: Stopper[]): Promise<DatabaseAccess> {
  if (config.database.kind === 'external') return prepareExternalDatabase(config.database.url);
  const postgres = await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, log });
  stoppers.push(() => postgres.stop());
  return postgres;
}
