/**
 * `npm start`: builds the console and the pages of public accounts when their sources are newer than their builds, then runs the server, and beside it the carrier
 * simulator when the configuration is the demo's. A usual port that is taken becomes the next free one, unless it was given.
 * Both end when this process ends, however it ends.
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { otherPort, SERVER, SIMULATOR } from './freePorts.ts';

const root = join(import.meta.dirname, '..');

function newest(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((latest, entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return latest;
    const path = join(folder, entry.name);
    return Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }, 0);
}

const BUILDS = [
  {
    app: 'apps/console',
    name: 'the console',
    sources: ['apps/console', 'docs/manual', 'packages/ui', 'packages/contract', 'packages/primitives'],
  },
  { app: 'apps/h5', name: 'the pages of public accounts', sources: ['apps/h5', 'packages/contract'] },
];

function buildIfOld({ app, name, sources: folders }: (typeof BUILDS)[number]): void {
  const build = join(root, app, 'dist/index.html');
  const sources = folders.map((folder) => newest(join(root, folder)));
  if (existsSync(build) && statSync(build).mtimeMs >= Math.max(...sources)) return;
  console.info(`Building ${name} …`);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const done = spawnSync(process.execPath, [vite, 'build', app, '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status !== 0) process.exit(1);
}

const isDemo = process.env['DEMO'] !== '0' && !process.env['DATABASE_URL'] && process.env['NODE_ENV'] !== 'production';
const needsSimulator = process.env['DEMO'] === '1' || isDemo;

for (const each of BUILDS) buildIfOld(each);
const children: ChildProcess[] = [];
let isEnding = false;

function start(name: string, file: string): void {
  const child = fork(join(root, file), { cwd: root, stdio: 'inherit', execPath: process.execPath });
  children.push(child);
  child.on('exit', (code, signal) => {
    if (!isEnding) console.error(`The ${name} ended (${signal ?? code}); stopping. Start again with the same command.`);
    end(code ?? 1);
  });
}

function end(code: number): void {
  if (!isEnding) {
    isEnding = true;
    process.exitCode = code;
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0));
for (const wish of needsSimulator ? [SERVER, SIMULATOR] : [SERVER]) {
  const port = await otherPort(process.env, wish);
  if (port === undefined) continue;
  console.info(`Port ${wish.usual} is taken; using ${port}. ${wish.port} sets another.`);
  process.env[wish.port] = String(port);
}
if (needsSimulator) start('simulator', 'apps/simulator/src/main.ts');
start('server', 'apps/server/src/main.ts');
