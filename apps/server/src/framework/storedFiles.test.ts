import { randomBytes } from 'node:crypto';
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { storageLow } from '@cardinal/contract/framework/standardRefusals.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { clearScratch, scratchFolder } from './scratchFiles.ts';
import {
  adoptFormerFiles,
  removeStoredFile,
  STORED_FILE_BYTES,
  StoredFileTooLarge,
  storedFile,
  storeFile,
  withStoredFile,
} from './storedFiles.ts';

const host = await forThisFile(testApp());
const ctx = host.app.systemContext('test');
const content = randomBytes(700_000);
const path = join(host.dataDirectory, 'given');
await writeFile(path, content);

const store = (name: string, under = ctx) => under.transact((inside) => storeFile(inside, name, path));
const streamOf = async (name: string, range?: { start: number; end: number }) =>
  (await storedFile(ctx, name))?.stream(range) ?? Readable.from([]);

test('a stored file comes back whole and in any range, and is gone when it is removed', async () => {
  await store('a');
  expect((await storedFile(ctx, 'a'))?.bytes).toBe(content.length);
  expect((await buffer(await streamOf('a'))).equals(content)).toBe(true);
  for (const [start, end] of [
    [0, 0],
    [262_143, 262_144],
    [300_000, 699_999],
  ] as const) {
    expect(await buffer(await streamOf('a', { start, end }))).toEqual(content.subarray(start, end + 1));
  }
  const readers = await withStoredFile(ctx, 'a', async () => readdir(scratchFolder(host.dataDirectory)));
  expect(readers).toHaveLength(1);
  expect(await readdir(scratchFolder(host.dataDirectory))).toEqual([]);
  const slow = (await streamOf('a'))[Symbol.asyncIterator]();
  await slow.next();
  await removeStoredFile(ctx, 'a');
  await expect(Promise.all([slow.next(), slow.next()])).rejects.toThrow('removed');
  expect(await storedFile(ctx, 'a')).toBeUndefined();
  expect(await host.db.selectFrom('runtime.stored_file_piece').selectAll().execute()).toEqual([]);
});

test('nothing is stored of a change that fails, of a file that is too large, or while disk space is low', async () => {
  const failing = ctx.transact(async (inside) => {
    await storeFile(inside, 'b', path);
    throw new Error('refused after all');
  });
  await expect(failing).rejects.toThrow('after all');
  const low = {
    ...ctx,
    transact: (run: Parameters<typeof ctx.transact>[0]) =>
      ctx.transact((inside) => run({ ...inside, diskIsLow: () => true })),
  };
  await expect(store('b', low as typeof ctx)).rejects.toThrow(storageLow.name);
  const large = join(host.dataDirectory, 'large');
  await writeFile(large, '');
  await truncate(large, STORED_FILE_BYTES + 1);
  await expect(ctx.transact((inside) => storeFile(inside, 'b', large))).rejects.toThrow(StoredFileTooLarge);
  expect(await storedFile(ctx, 'b')).toBeUndefined();
});

test('files of an earlier version are taken over from the data directory', async () => {
  const folder = join(host.dataDirectory, 'downloads');
  await mkdir(folder);
  await writeFile(join(folder, '4711.csv'), content);
  await writeFile(join(folder, '4712.csv.part'), 'half');
  await adoptFormerFiles(ctx);
  expect((await buffer(await streamOf('downloads/4711.csv'))).equals(content)).toBe(true);
  expect(await storedFile(ctx, 'downloads/4712.csv.part')).toBeUndefined();
  expect(await readdir(host.dataDirectory)).not.toContain('downloads');
});

test('what a killed process left on disk goes with the next start, and nothing of one that lives', async () => {
  const uploads = join(host.dataDirectory, 'uploads');
  for (const name of ['999999999', String(process.ppid), '1a2b']) await mkdir(join(uploads, name), { recursive: true });
  await clearScratch(host.dataDirectory);
  expect(await readdir(uploads)).toEqual([String(process.ppid)]);
});
