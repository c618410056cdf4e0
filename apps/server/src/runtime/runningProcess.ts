import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const onLinux = process.platform === 'linux';

/**
 * Distinguishes a process from a later one with the same pid: its start time since boot. Undefined if no such process lives.
 */
export async function processMark(pid: number): Promise<string | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  try {
    if (!onLinux) {
      const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]);
      return stdout.trim() || undefined;
    }
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The second field is the program's name in parentheses and may contain spaces; the start time is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${boot.trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}

/**
 * The living processes of a PostgreSQL cluster: each has the cluster as its working directory, whatever `postmaster.pid` says
 * and whoever has that pid now.
 */
export async function clusterProcesses(cluster: string): Promise<number[]> {
  if (!onLinux) {
    const pid = await postmasterPid(cluster);
    if (pid === undefined) return [];
    const command = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return command.stdout.includes('postgres') && command.stdout.includes(cluster) ? [pid] : [];
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const inCluster = await Promise.all(
    pids.map(async (pid) => {
      const [directory, program] = await Promise.all([
        readlink(`/proc/${pid}/cwd`).catch(() => undefined),
        readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
      ]);
      return directory === cluster && program.trim() === 'postgres' ? Number(pid) : undefined;
    }),
  );
  return inCluster.filter((pid) => pid !== undefined);
}

/** The pid in `postmaster.pid`; the process may be gone, or a different one. */
export async function postmasterPid(cluster: string): Promise<number | undefined> {
  const pid = Number((await postmasterFile(cluster))[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

/** The port of this cluster's postmaster. */
export async function postmasterPort(cluster: string): Promise<number | undefined> {
  const port = Number((await postmasterFile(cluster))[3]);
  return Number.isSafeInteger(port) && port > 0 ? port : undefined;
}

async function postmasterFile(cluster: string): Promise<string[]> {
  const content = await readFile(`${cluster}/postmaster.pid`, 'utf8').catch(() => '');
  return content.split('\n').map((line) => line.trim());
}

/** Signals a process that may be gone already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
