import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataDirectoryHolder } from '@cardinal/server/runtime/dataDirectoryLock.ts';
import { temporaryFolder } from '@cardinal/testing/folders.ts';

/** Set to the data folder of a program that already runs, the journeys use that one instead of starting their own. */
export const RUNNING_FOLDER = process.env['E2E_RUNNING'];
const PORT = Number(process.env['E2E_PORT'] ?? 18_181);
const SIMULATOR_PORT = Number(process.env['E2E_SIMULATOR_PORT'] ?? 18_190);
export const ADDRESS = `http://127.0.0.1:${PORT}`;
export const SIMULATOR = `http://127.0.0.1:${SIMULATOR_PORT}`;
export const CAPTCHA = '2468';
export const PASSWORD = 'Cardinal@2026';

const root = join(import.meta.dirname, '..');
/** The program's warnings; `npm test` shows the last of them when a journey failed. */
const LOG = join(root, 'test-results', 'server.log');

/** The program as a user starts it, on ports and in a folder of its own. */
export class Cardinal {
  readonly folder: string;
  #process: ChildProcess | undefined;

  constructor(folder = temporaryFolder('e2e')) {
    this.folder = folder;
  }

  /** `npm start` in all but name; answers when the server is ready. */
  async start(): Promise<void> {
    mkdirSync(dirname(LOG), { recursive: true });
    const log = openSync(LOG, 'a');
    // With a higher priority than the browsers: three of them would slow it down many times. Started normally where priorities
    // may not be raised.
    const child = spawn('nice', ['-n', '-10', process.execPath, 'tools/start.ts'], {
      cwd: root,
      stdio: ['ignore', process.env['E2E_LOG'] ? 'inherit' : log, 'inherit'],
      env: {
        ...process.env,
        PORT: String(PORT),
        SIMULATOR_PORT: String(SIMULATOR_PORT),
        DATA_DIR: this.folder,
        CAPTCHA_FIXED: CAPTCHA,
        DEMO_LANGUAGE: 'zh',
        LOG_LEVEL: 'warn',
        NODE_ENV: 'development',
      },
    });
    closeSync(log);
    this.#process = child;
    await this.ready(() => child.exitCode !== null);
  }

  async ready(isGone: () => boolean = () => false, seconds = 120): Promise<void> {
    const until = Date.now() + seconds * 1000;
    while (Date.now() < until) {
      if (isGone()) throw new Error('The program ended before it was ready');
      const answer = await fetch(`${ADDRESS}/readyz`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error(`The program was not ready within ${seconds} s`);
  }

  /** `kill -9` of the server process itself; what `npm start` does then is part of the test. */
  async kill(): Promise<void> {
    const gone = this.#ended();
    const pid = await dataDirectoryHolder(this.folder);
    if (pid === undefined) throw new Error('No server holds the data directory');
    process.kill(pid, 'SIGKILL');
    await gone;
  }

  /** Ends whichever server works on this folder; a journey may have started another than we did. */
  async stop(): Promise<void> {
    const gone = this.#ended();
    const pid = await dataDirectoryHolder(this.folder);
    if (pid !== undefined) process.kill(pid, 'SIGTERM');
    await gone;
    const until = Date.now() + 30_000;
    while (Date.now() < until && (await dataDirectoryHolder(this.folder)) !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #ended(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => child.once('exit', () => resolve()));
  }
}
