import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';
import { processMark } from './runningProcess.ts';

/** Another living process uses the embedded database of this data directory. */
export class DataDirectoryInUse extends Error {
  readonly pid: number;

  constructor(dataDirectory: string, pid: number) {
    super(
      `DATA_DIR: ${dataDirectory} is kept by the running process ${pid}. Stop it, choose another DATA_DIR, or join its ` +
        'database with DATABASE_URL (数据目录正被另一个进程使用).',
    );
    this.name = 'DataDirectoryInUse';
    this.pid = pid;
  }
}

/** Longer than an idle program needs to stop, shorter than a person waits for a start. */
const WAIT_LIMIT_MS = 8_000;
const POLL_MS = 100;

type Holder = { readonly pid: number; readonly mark: string };

const lockFile = (dataDirectory: string) => join(dataDirectory, 'supervisor.lock');

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    const holder = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder>;
    return typeof holder.pid === 'number' && typeof holder.mark === 'string'
      ? { pid: holder.pid, mark: holder.mark }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The living process that uses this data directory, if any; a reused pid does not count. */
export async function dataDirectoryHolder(dataDirectory: string): Promise<number | undefined> {
  const holder = await readHolder(lockFile(dataDirectory));
  return holder && (await processMark(holder.pid)) === holder.mark ? holder.pid : undefined;
}

/**
 * Locks the data directory for this process. Waits for a process that is just stopping, then throws DataDirectoryInUse. A lock
 * left by `kill -9` is stale and taken over. Returns a function that releases it.
 */
export async function takeDataDirectory(
  dataDirectory: string,
  log: Log,
  patienceMs = WAIT_LIMIT_MS,
): Promise<() => Promise<void>> {
  await mkdir(dataDirectory, { recursive: true });
  const file = lockFile(dataDirectory);
  const mine: Holder = { pid: process.pid, mark: (await processMark(process.pid)) ?? '' };
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(mine) + '\n');
  try {
    const deadline = performance.now() + patienceMs;
    for (let waiting = false; ; ) {
      try {
        await link(draft, file);
        return () => release(file, mine);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = await dataDirectoryHolder(dataDirectory);
      if (holder === undefined) {
        await setAsideStale(file, draft);
        continue;
      }
      if (performance.now() > deadline) throw new DataDirectoryInUse(dataDirectory, holder);
      if (!waiting) log.info({ dataDirectory, pid: holder }, 'waiting for another process to leave the data directory');
      waiting = true;
      await pause(POLL_MS);
    }
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

/** Renaming is atomic, so of two processes that find the same stale lock each checks what it really removed. */
async function setAsideStale(file: string, draft: string): Promise<void> {
  const aside = `${draft}.stale`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const taken = await readHolder(aside);
  if (taken && (await processMark(taken.pid)) === taken.mark) {
    // A living process locked it in between: restore its lock.
    await link(aside, file).catch(() => undefined);
  }
  await unlink(aside);
}

async function release(file: string, mine: Holder): Promise<void> {
  const holder = await readHolder(file);
  if (holder?.pid === mine.pid && holder.mark === mine.mark) await unlink(file).catch(() => undefined);
}
