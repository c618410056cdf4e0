import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const MAIN = join(import.meta.dirname, '../main.ts');

/** How a process ended, and all its output. */
export type Ending = { readonly code: number | null; readonly said: string; readonly ms: number };

/** The program as its own process, with exactly this environment. For tests. */
export type ChildProgram = {
  readonly pid: number;
  readonly address: string;
  /** Everything on standard output and error so far. */
  readonly said: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly ended: Promise<Ending>;
};

function launch(environment: Record<string, string>): {
  child: ChildProcess;
  said: () => string;
  ended: Promise<Ending>;
} {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  }
  const ended = new Promise<Ending>((resolve) => {
    child.on('close', (code) => resolve({ code, said: text, ms: performance.now() - startedAt }));
  });
  return { child, said: () => text, ended };
}

/** Runs the program to its end, for starts that must be refused. After 30 s it is killed. */
export async function runToEnd(environment: Record<string, string>): Promise<Ending> {
  const { child, ended } = launch(environment);
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
  return ended.finally(() => clearTimeout(late));
}

/** Starts the program on `PORT` of the environment; resolves when it is ready, throws its output if it ends before. */
export async function startChild(environment: Record<string, string>): Promise<ChildProgram> {
  const { child, said, ended } = launch(environment);
  const address = `http://127.0.0.1:${environment['PORT']}`;
  let ending: Ending | undefined;
  void ended.then((how) => {
    ending = how;
  });
  for (const until = performance.now() + 120_000; performance.now() < until; await wait(50)) {
    if (ending) throw new Error(`the program ended with ${ending.code}: ${ending.said}`);
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.ok) return { pid: child.pid ?? 0, address, said, ended, signal: (name) => child.kill(name) };
  }
  child.kill('SIGKILL');
  throw new Error(`the program was not ready in time: ${said()}`);
}
