import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { storageLow } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from './context.ts';
import type { FileAnswer } from './domain.ts';
import { withScratchFile } from './scratchFiles.ts';

declare module './tables.ts' {
  interface Tables {
    'runtime.stored_file': { name: string; bytes: string; stored_at: Date };
    'runtime.stored_file_piece': { name: string; at: number; content: Buffer };
  }
}

const PIECE_BYTES = 256 * 1024;
/** No file may be larger: it is copied into the database, and into each of its backups. */
export const STORED_FILE_BYTES = 1024 ** 3;

/** The file is larger than `STORED_FILE_BYTES`; nothing was stored. */
export class StoredFileTooLarge extends Error {}

/**
 * Stores the file at `path` where every process reaches it: in the database, in the caller's transaction. Refused while disk
 * space is low.
 */
export async function storeFile(ctx: Ctx, name: string, path: string): Promise<void> {
  const { size } = await stat(path);
  if (size > STORED_FILE_BYTES) throw new StoredFileTooLarge(`${name}: ${size} bytes`);
  const file = { name, bytes: String(size), stored_at: ctx.clock.now() };
  await ctx.db.insertInto('runtime.stored_file').values(file).execute();
  let at = 0;
  for await (const content of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    if (ctx.diskIsLow()) throw new Refused(storageLow);
    await ctx.db.insertInto('runtime.stored_file_piece').values({ name, at, content }).execute();
    at += 1;
  }
}

export async function removeStoredFile({ db }: Ctx, name: string): Promise<void> {
  await db.deleteFrom('runtime.stored_file').where('name', '=', name).execute();
}

/** The size and the bytes of a stored file; undefined if there is none. */
export async function storedFile({ db }: Ctx, name: string): Promise<Pick<FileAnswer, 'bytes' | 'stream'> | undefined> {
  const row = await db.selectFrom('runtime.stored_file').select('bytes').where('name', '=', name).executeTakeFirst();
  if (!row) return undefined;
  const bytes = Number(row.bytes);
  const read = (at: number) =>
    db
      .selectFrom('runtime.stored_file_piece')
      .select('content')
      .where('name', '=', name)
      .where('at', '=', at)
      .executeTakeFirst();
  return { bytes, stream: (range) => streamPieces(read, PIECE_BYTES, range ?? { start: 0, end: bytes - 1 }) };
}

/** Streams a range of bytes that are stored in pieces; only the pieces that contain it are read. */
export const streamPieces = (
  read: (at: number) => Promise<{ content: Buffer } | undefined>,
  pieceBytes: number,
  range: { start: number; end: number },
): Readable => Readable.from(piecesOf(read, pieceBytes, range));

async function* piecesOf(
  read: (at: number) => Promise<{ content: Buffer } | undefined>,
  pieceBytes: number,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  for (let at = Math.floor(start / pieceBytes); at * pieceBytes <= end; at += 1) {
    const piece = await read(at);
    // An error cuts the answer, so that nobody takes a part for the whole.
    if (!piece) throw new Error('The file was removed while it was being read');
    const begin = at * pieceBytes;
    yield piece.content.subarray(Math.max(0, start - begin), end - begin + 1);
  }
}

/** Runs with a copy of a stored file on this machine's disk, for readers that jump inside a file. */
export async function withStoredFile<T>(ctx: Ctx, name: string, run: (path: string) => Promise<T>): Promise<T> {
  const file = await storedFile(ctx, name);
  if (!file) throw new Error(`No file ${name} is stored`);
  return withScratchFile(ctx, async (path) => {
    await pipeline(file.stream(), createWriteStream(path, { mode: 0o600 }));
    return run(path);
  });
}

/** Where earlier versions, and their backups, kept such files in the data directory. */
const FORMER_FOLDERS = ['downloads', 'imports', 'esim-imports', 'sets'];

/** Takes over the files an earlier version left in the data directory, under the names they have today. */
export async function adoptFormerFiles(ctx: Ctx): Promise<void> {
  for (const folder of FORMER_FOLDERS) {
    const former = join(ctx.config.dataDirectory, folder);
    for (const file of await readdir(former).catch((): string[] => [])) {
      const name = `${folder}/${file}`;
      if (!/^\d+\.\w+$/.test(file) || (await storedFile(ctx, name))) continue;
      await ctx.transact((inside) => storeFile(inside, name, join(former, file)));
      ctx.log.info({ name }, 'file of an earlier version stored in the database');
    }
    await rm(former, { recursive: true, force: true });
  }
}
