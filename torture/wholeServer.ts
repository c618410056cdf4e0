import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EXAMPLE_SECRETS_KEY } from '@cardinal/server/runtime/secretsKey.ts';
import type { TestApp } from '@cardinal/testing/app.ts';

const MAIN = join(import.meta.dirname, '../apps/server/src/main.ts');

/** A run is repeated with the seed it printed. */
export const SEED = process.env['SEED'] ?? String(process.pid);

/** A number of this run, from the environment or as it usually is. */
export const scale = (name: string, usual: number): number => Number(process.env[name] ?? usual);

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Polls until the condition holds; returns the milliseconds. Throws on a timeout. */
export async function until(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > withinMs) throw new Error(`not within ${withinMs} ms: ${what}`);
    await wait(25);
  }
  return Math.round(performance.now() - begun);
}

/** The status of an answer; 0 when there was none. */
export const statusOf = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    },
    () => 0,
  );

export type WholeServer = {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly url: string;
  /** Kills the whole program immediately. */
  readonly kill: () => Promise<void>;
  /** Asks it to stop; returns its exit code and the duration. */
  readonly terminate: () => Promise<{ code: number | null; ms: number }>;
  /** Until `/readyz` says 200: how many milliseconds it took. */
  readonly ready: (withinMs: number) => Promise<number>;
};

/** `npm start`'s server in a process of its own, as it is started anywhere; of another checkout by its `main`. */
export function startServer(env: Record<string, string> & { PORT: string }, main = MAIN): WholeServer {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'test',
      DEMO: '0',
      LOG_LEVEL: 'fatal',
      REQUESTS_PER_MINUTE: '9999999',
      ...env,
    },
  });
  const url = `http://127.0.0.1:${env.PORT}`;
  const gone = once(child, 'exit') as Promise<[number | null]>;
  return {
    child,
    pid: child.pid ?? 0,
    url,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    terminate: async () => {
      const begun = performance.now();
      child.kill('SIGTERM');
      const [code] = await gone;
      return { code, ms: Math.round(performance.now() - begun) };
    },
    ready: (withinMs) =>
      until('/readyz says 200', withinMs, async () => {
        if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
        return (await statusOf(`${url}/readyz`)) === 200;
      }),
  };
}

/** A whole server over the database of the tests, with the machine's clock. */
export async function serveOver(host: TestApp, env: Record<string, string> = {}): Promise<WholeServer> {
  const started = startServer({
    PORT: String(await freePort()),
    DATA_DIR: host.dataDirectory,
    DATABASE_URL: host.superuserUrl,
    SECRETS_KEY: EXAMPLE_SECRETS_KEY,
    ...env,
  });
  await started.ready(60_000).catch(async (error: unknown) => {
    await started.kill();
    throw error;
  });
  return started;
}

/** The most memory a living process has held, in megabytes; Linux only. */
export async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}
