import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';
import { stopOrphans } from './orphanedPostgres.ts';

const RESTART_DELAYS_MS = [100, 250, 500, 1_000, 2_000, 4_000] as const;
/** A child that lived this long resets the restart delay. */
const SETTLED_AFTER_MS = 30_000;

export type EmbeddedPostgresState = 'starting' | 'running' | 'restarting' | 'stopping' | 'stopped';

export type Supervisor = {
  start(): Promise<void>;
  stop(): Promise<void>;
  state(): EmbeddedPostgresState;
  pid(): number | undefined;
  /** How often the child died since the start. */
  deaths(): number;
};

/** Keeps one child of a cluster alive: restarts it after each death, with growing delays if deaths follow each other. */
export function supervise(given: { cluster: string; launch: () => Promise<ChildProcess>; log: Log }): Supervisor {
  const { cluster, launch, log } = given;
  let state: EmbeddedPostgresState = 'starting';
  let child: ChildProcess | undefined;
  let exited: Promise<void> = Promise.resolve();
  let deaths = 0;
  let inARow = 0;
  let revival: Promise<void> = Promise.resolve();
  const stopRevival = new AbortController();

  const start = async () => {
    const started = await launch();
    const startedAt = performance.now();
    child = started;
    exited = new Promise((resolve) => {
      const ended = (reason: unknown) => {
        resolve();
        if (child !== started) return;
        child = undefined;
        if (state === 'stopping' || state === 'stopped') return;
        deaths++;
        inARow = performance.now() - startedAt > SETTLED_AFTER_MS ? 1 : inARow + 1;
        log.error({ reason }, 'the embedded PostgreSQL died');
        state = 'restarting';
        revival = revive();
      };
      started.once('exit', (code, name) => ended(name ?? `exit code ${code}`));
      started.once('error', (error) => ended(error.message));
    });
    if (state === 'restarting') state = 'running';
  };

  const revive = async (): Promise<void> => {
    const delay = RESTART_DELAYS_MS[Math.min(inARow - 1, RESTART_DELAYS_MS.length - 1)];
    try {
      await pause(delay, undefined, { signal: stopRevival.signal });
      // The children of a killed postmaster live a moment longer and hold the shared memory.
      await stopOrphans(cluster, log);
      if (state === 'restarting') await start();
    } catch (error) {
      if (stopRevival.signal.aborted) return;
      log.error({ err: error }, 'the embedded PostgreSQL could not be started again');
      inARow++;
      revival = revive();
    }
  };

  // Even a program that ends without stopping this asks PostgreSQL for an orderly shutdown.
  const lastWord = () => child?.kill('SIGINT');
  process.once('exit', lastWord);

  return {
    start: async () => {
      await start();
      state = 'running';
    },
    stop: async () => {
      if (state === 'stopped') return;
      state = 'stopping';
      stopRevival.abort();
      await revival;
      for (const [name, patienceMs] of [
        ['SIGINT', 10_000],
        ['SIGQUIT', 3_000],
        ['SIGKILL', 3_000],
      ] as const) {
        if (!child) break;
        child.kill(name);
        await Promise.race([exited, pause(patienceMs, undefined, { ref: false })]);
      }
      process.off('exit', lastWord);
      state = 'stopped';
    },
    state: () => state,
    pid: () => child?.pid,
    deaths: () => deaths,
  };
}
