import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '@cardinal/testing/folders.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, startServer, type WholeServer } from './wholeServer.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const LARGE = 256 * 1024 ** 2;
/** As a line of a file may hold it; for `git log -G`. */
const WORDS =
  'BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|npm_[A-Za-z0-9]{36}|sk_live_[A-Za-z0-9]{20}';
/** Standing alone: outlines on a map are letters of every kind in a row. */
const SECRET = `(^|[^A-Za-z0-9@])(${WORDS})([^A-Za-z0-9@]|$)`;

let folder: string;
let server: WholeServer | undefined;
beforeAll(async () => {
  folder = temporaryFolder('supply');
});
afterAll(async () => {
  await server?.terminate();
  await rm(folder, { recursive: true, force: true });
});

it('installed with every script blocked it runs, its own PostgreSQL too', async () => {
  const checkout = join(folder, 'checkout');
  await run('git', ['clone', '--quiet', ROOT, checkout]);
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: checkout, maxBuffer: LARGE });
  // The script that is not run would bring a Node; here is one.
  const main = join(checkout, 'apps/server/src/main.ts');
  server = startServer({ PORT: String(await freePort()), DATA_DIR: join(folder, 'data') }, main);
  await server.ready(180_000);
  expect((await server.terminate()).code).toBe(0);
});

it('no package that is delivered has a known hole of weight', async (context) => {
  type Report = { metadata?: { vulnerabilities: { high: number; critical: number } } };
  // Ends with 1 where anything was found, of whatever weight.
  const asked = run('npm', ['audit', '--omit=dev', '--json'], { cwd: ROOT, maxBuffer: LARGE });
  const { stdout } = await asked.catch((error: { stdout: string }) => error);
  const { metadata } = JSON.parse(stdout || '{}') as Report;
  if (!metadata) {
    console.info('the registry tells nothing of holes: this run is left out');
    return context.skip();
  }
  expect([metadata.vulnerabilities.high, metadata.vulnerabilities.critical]).toEqual([0, 0]);
});

it('no commit ever brought a private key or the token of a service', async () => {
  const { stdout } = await run('git', ['log', '--all', '--format=%h %s', '--extended-regexp', `-G${SECRET}`], {
    cwd: ROOT,
    maxBuffer: LARGE,
  });
  expect(stdout).toBe('');
});
