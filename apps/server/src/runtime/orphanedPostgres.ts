import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';
import { clusterProcesses, postmasterPid, signal } from './runningProcess.ts';

const PROCESS_POLL_MS = 50;

async function until(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await pause(PROCESS_POLL_MS);
  }
  return true;
}

/**
 * Ends processes still running in a cluster after its supervisor was killed, and removes `postmaster.pid` if its process is
 * gone or another program. Stopping is better than adopting: the dead program's sessions end with it, and every postmaster is a
 * child whose death is noticed.
 */
export async function stopOrphans(cluster: string, log: Log): Promise<void> {
  const gone = async () => (await clusterProcesses(cluster)).length === 0;
  const steps: readonly (readonly [NodeJS.Signals, number])[] = [
    ['SIGINT', 5_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 5_000],
  ];
  for (const [name, patienceMs] of steps) {
    const living = await clusterProcesses(cluster);
    if (living.length === 0) break;
    const postmaster = await postmasterPid(cluster);
    const targets = postmaster !== undefined && living.includes(postmaster) ? [postmaster] : living;
    log.warn({ pids: targets, signal: name }, 'stopping a PostgreSQL left behind by an earlier run');
    for (const pid of name === 'SIGKILL' ? living : targets) signal(pid, name);
    if (await until(gone, patienceMs)) break;
  }
  if (!(await gone())) throw new Error(`a PostgreSQL of an earlier run in ${cluster} cannot be stopped`);
  await unlink(join(cluster, 'postmaster.pid')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
