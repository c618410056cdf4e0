import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 8 * 1024 ** 3;

/**
 * Where a cluster lies that is deleted after the run: in memory where there is plenty. A database of a test is two thousand files,
 * made and removed for each test file; on a disk that took a fifth of the run.
 */
export function disposableHome(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < ENOUGH_BYTES ? tmpdir() : MEMORY;
}

/**
 * A temporary folder. Under root, PostgreSQL runs as its own user and gets access to it, so that a database inside is deleted
 * with it.
 */
export function temporaryFolder(name: string, home = tmpdir()): string {
  const folder = mkdtempSync(join(home, `cardinal-${name}-`));
  chmodSync(folder, 0o711);
  return folder;
}
