import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionOf } from '@cardinal/primitives/file.ts';
import type { Ctx } from '../../../framework/context.ts';

const folderOf = (ctx: Ctx): string => join(ctx.config.dataDirectory, 'imports');

/** Where the sheet of a batch waits to be read. */
export const importPath = (ctx: Ctx, batch: { id: string; file_name: string }): string =>
  join(folderOf(ctx), `${batch.id}.${extensionOf(batch.file_name)}`);

/** Keeps an upload beyond its request; on the disk, not only in its cache, before the batch is told of. */
export async function keepFile(path: string, from: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = await open(from, 'r');
  await file.sync().finally(() => file.close());
  await rename(from, path);
}

export const keepImportFile = (ctx: Ctx, batch: { id: string; file_name: string }, from: string): Promise<void> =>
  keepFile(importPath(ctx, batch), from, folderOf(ctx));

export const removeImportFile = (ctx: Ctx, batch: { id: string; file_name: string }): Promise<void> =>
  rm(importPath(ctx, batch), { force: true });

/** Where a sheet that is made for one answer lies until it is sent. */
export async function passingPath(ctx: Ctx): Promise<string> {
  await mkdir(folderOf(ctx), { recursive: true });
  return join(folderOf(ctx), `out-${ctx.ids.next()}.xlsx`);
}

/** Files left by requests and processes that died: older than `ageMs` and of no batch that still has to be read. */
export async function removeStrayFiles(ctx: Ctx, needed: ReadonlySet<string>, ageMs: number): Promise<number> {
  const folder = folderOf(ctx);
  const names = await readdir(folder).catch((): string[] => []);
  const oldest = ctx.clock.now().getTime() - ageMs;
  let removed = 0;
  for (const name of names) {
    if (needed.has(name.split('.')[0] ?? '')) continue;
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (!facts || facts.mtimeMs > oldest) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
