import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Does the jobs of all rooms. */
const EVERY_ROOM = fileURLToPath(import.meta.resolve('@cardinal/server/workerUnderTest.ts'));

/** The run's bundle of a program, where one is kept: it starts in half the time. */
async function bundled(program: string): Promise<string> {
  const desk = process.env['CARDINAL_PROGRAM_DESK'];
  if (!desk) return program;
  const answer = await fetch(new URL(encodeURIComponent(program), desk));
  if (!answer.ok) throw new Error(`${program} cannot be bundled: ${await answer.text()}`);
  return answer.text();
}

export type KillableWorker = {
  readonly process: ChildProcess;
  /** At once, whatever it does; answers when it is gone. */
  kill(): Promise<void>;
};

/**
 * Worker processes on a test's database, to be killed at any instant. They read the machine's clock. `program` is the file that
 * they run instead of the jobs of all rooms; see `startWorkerProcess`.
 */
export async function killableWorkers(
  host: { readonly applicationUrl: string; readonly ownerUrl: string },
  program = EVERY_ROOM,
): Promise<{
  /** Answers when it works. Further arguments are the program's own. */
  start(...further: string[]): Promise<KillableWorker>;
  killAll(): Promise<void>;
  stop(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'cardinal-workers-'));
  const started = await bundled(program);
  const running = new Set<KillableWorker>();
  const killAll = async () => {
    for (const worker of running) await worker.kill();
  };
  return {
    async start(...further) {
      const args = [started, host.applicationUrl, host.ownerUrl, join(folder, 'data'), ...further];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const worker: KillableWorker = {
        process: child,
        async kill() {
          running.delete(worker);
          if (child.exitCode !== null || child.signalCode !== null) return;
          const gone = once(child, 'exit');
          child.kill('SIGKILL');
          await gone;
        },
      };
      running.add(worker);
      await new Promise<void>((resolve, reject) => {
        child.stdout?.once('data', () => resolve());
        child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
      });
      return worker;
    },
    killAll,
    async stop() {
      await killAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
