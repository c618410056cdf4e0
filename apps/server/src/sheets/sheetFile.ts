import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';

/** Suffix of files being written; one found at start was left by a dead process. */
export const PART_SUFFIX = '.part';

/** Thrown if the disk is full: no partial file is left, and the same export can be repeated later. */
export class SheetDiskFull extends Error {
  readonly code = 'diskFull';
  readonly problem: Problem = problem(
    '磁盘空间不足，文件没有生成，请联系管理员',
    'Disk full: the file was not created. Contact the administrator.',
  );

  constructor(cause: unknown) {
    super('disk full while writing a sheet', { cause });
    this.name = 'SheetDiskFull';
  }
}

/** Receives the bytes of a file in order, counts and hashes them. */
export class ByteSink {
  length = 0;
  private readonly file: FileHandle;
  private readonly hash = createHash('sha256');

  constructor(file: FileHandle) {
    this.file = file;
  }

  async write(bytes: Buffer): Promise<void> {
    this.hash.update(bytes);
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.file.write(bytes, at, bytes.length - at, this.length + at);
      at += bytesWritten;
    }
    this.length += bytes.length;
  }

  sha256(): string {
    return this.hash.digest('hex');
  }
}

/**
 * Writes a file atomically: to a temporary file beside it, flushed to disk, then renamed. On any error the unfinished file is
 * removed.
 */
export async function writeWhole<T>(
  path: string,
  write: (sink: ByteSink) => Promise<T>,
): Promise<T & { bytes: number; sha256: string }> {
  const part = path + PART_SUFFIX;
  let file: FileHandle | undefined;
  try {
    file = await open(part, 'w', 0o600);
    const sink = new ByteSink(file);
    const answer = await write(sink);
    await file.sync();
    await file.close();
    file = undefined;
    await rename(part, path);
    await syncDirectory(dirname(path));
    return { ...answer, bytes: sink.length, sha256: sink.sha256() };
  } catch (error) {
    await file?.close().catch(() => undefined);
    await rm(part, { force: true });
    throw isDiskFull(error) ? new SheetDiskFull(error) : error;
  }
}

/** A rename survives a power cut only once the directory has been written. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
}
