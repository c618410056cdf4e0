/**
 * `npm run dev`: simulator, a server that starts again when its files change, and the console from source on
 * http://127.0.0.1:5173, which passes its calls on to the server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const api = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const children: ChildProcess[] = [];
let isEnding = false;

function end(code: number): void {
  if (isEnding) return;
  isEnding = true;
  process.exitCode = code;
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
}

function start(args: readonly string[], env: Record<string, string> = {}): void {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  children.push(child);
  child.on('exit', (code) => end(code ?? 1));
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0));
start(['apps/simulator/src/main.ts']);
start(['--watch', '--watch-path=apps/server/src', '--watch-path=packages', 'apps/server/src/main.ts']);
start(['node_modules/vite/bin/vite.js', 'apps/console'], { API_ORIGIN: api });
