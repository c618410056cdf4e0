import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupRefused, type StoredFile } from './manifest.ts';

/** In the data directory but not part of a backup: the cluster, unfinished uploads, and backups themselves. */
const NOT_KEPT = /^(postgres(-making-.*)?|uploads|backups)$/;

/** Measures size and hash of a stream. */
export function meter(): { stream: Transform; result: () => { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const nested = await Promise.all(
    entries.map((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
    }),
  );
  return nested.flat();
}

/** The files the program stored in folders of its data directory. */
export async function storedFiles(dataDirectory: string): Promise<string[]> {
  const entries = await readdir(dataDirectory, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory() && !NOT_KEPT.test(entry.name));
  const files = await Promise.all(folders.map((folder) => filesBelow(join(dataDirectory, folder.name))));
  return files.flat().map((file) => relative(dataDirectory, file));
}

/** Copies one file; undefined if it expired during the backup. */
export async function copyStored(from: string, to: string, path: string): Promise<StoredFile | undefined> {
  const { stream, result } = meter();
  await mkdir(dirname(join(to, path)), { recursive: true });
  try {
    await pipeline(createReadStream(join(from, path)), stream, createWriteStream(join(to, path), { flush: true }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return { path, ...result() };
}

/** Refuses a backup that lost or changed a byte since it was taken. */
export async function verifyStored(directory: string, file: StoredFile): Promise<void> {
  const { stream, result } = meter();
  stream.resume();
  try {
    await pipeline(createReadStream(join(directory, file.path)), stream);
  } catch (error) {
    throw new BackupRefused(`the backup is damaged: ${file.path} cannot be read`, error);
  }
  const found = result();
  if (found.bytes !== file.bytes || found.sha256 !== file.sha256) {
    throw new BackupRefused(`the backup is damaged: ${file.path} is not what was written`);
  }
}
