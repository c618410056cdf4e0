import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from './log.ts';

/** Below this PostgreSQL risks the PANIC that a full disk causes while writing WAL, so writes are refused first. */
export const LEAST_FREE_BYTES = 512 * 1024 * 1024;
/** Writes are allowed again only this much above the limit, so that the state does not flicker. */
const RELIEF_BYTES = 64 * 1024 * 1024;
const LOOK_EVERY_MS = 1_000;

export type FreeSpace = {
  /** True while writes must be refused. */
  diskLow(): boolean;
  freeBytes(): number;
  stop(): void;
};

/** Of the nearest existing directory: before the first start the data directory does not exist. */
async function measure(directory: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(directory);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === directory) throw error;
    return measure(parent);
  }
}

/** Watches the free space of a directory's file system. The first measurement is taken before it returns. */
export async function watchFreeSpace(options: {
  readonly directory: string;
  readonly log: Log;
  readonly leastBytes?: number;
}): Promise<FreeSpace> {
  const { directory, log, leastBytes = LEAST_FREE_BYTES } = options;
  let free = await measure(directory);
  let low = free < leastBytes;
  if (low) log.error({ freeBytes: free, leastBytes, directory }, 'disk nearly full: writes are refused');

  const look = async () => {
    try {
      free = await measure(directory);
    } catch (error) {
      log.error({ err: error, directory }, 'free disk space could not be measured');
      return;
    }
    if (!low && free < leastBytes) {
      low = true;
      log.error({ freeBytes: free, leastBytes, directory }, 'disk nearly full: writes are refused');
    } else if (low && free >= leastBytes + RELIEF_BYTES) {
      low = false;
      log.info({ freeBytes: free, leastBytes, directory }, 'disk has room again: writes are accepted');
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return { diskLow: () => low, freeBytes: () => free, stop: () => clearInterval(timer) };
}
