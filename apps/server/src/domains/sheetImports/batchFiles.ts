import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionOf } from '@cardinal/primitives/file.ts';
import type { Ctx } from '../../framework/context.ts';

type Named = { readonly id: string; readonly file_name: string };

/** Files that wait to be read, in a folder of the data directory. */
export function waitingFiles(folder: string) {
  const folderOf = (ctx: Ctx): string => join(ctx.config.dataDirectory, folder);
  const pathOf = (ctx: Ctx, of: Named): string => join(folderOf(ctx), `${of.id}.${extensionOf(of.file_name)}`);
  return {
    pathOf,
    /** Keeps an upload beyond its request; flushed to disk before anybody learns of it. */
    keep: async (ctx: Ctx, of: Named, from: string): Promise<void> => {
      await mkdir(folderOf(ctx), { recursive: true });
      const file = await open(from, 'r');
      await file.sync().finally(() => file.close());
      await rename(from, pathOf(ctx, of));
    },
    remove: (ctx: Ctx, of: Named): Promise<void> => rm(pathOf(ctx, of), { force: true }),
    /** Files left by dead requests and processes: older than `ageMs` and not needed any more. */
    removeStray: async (ctx: Ctx, needed: ReadonlySet<string>, ageMs: number): Promise<void> => {
      const oldest = ctx.clock.now().getTime() - ageMs;
      for (const name of await readdir(folderOf(ctx)).catch((): string[] => [])) {
        if (needed.has(name.split('.')[0] ?? '')) continue;
        const path = join(folderOf(ctx), name);
        const facts = await stat(path).catch(() => undefined);
        if (facts && facts.mtimeMs <= oldest) await rm(path, { force: true });
      }
    },
  };
}

/** The path of a sheet made for one response, until it is sent. */
export async function passingPath(ctx: Ctx): Promise<string> {
  const folder = join(ctx.config.dataDirectory, 'imports');
  await mkdir(folder, { recursive: true });
  return join(folder, `out-${ctx.ids.next()}.xlsx`);
}
