import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionOf } from '@cardinal/primitives/file.ts';
import type { Ctx } from '../../../framework/context.ts';
import { keepFile } from '../../cards/face.ts';

type Named = { readonly id: string; readonly file_name: string };
const folderOf = (ctx: Ctx): string => join(ctx.config.dataDirectory, 'esim-imports');

/** Where the sheet of a batch waits to be read; it goes when it has been, for it holds activation codes. */
export const importPath = (ctx: Ctx, batch: Named): string =>
  join(folderOf(ctx), `${batch.id}.${extensionOf(batch.file_name)}`);

export const keepImportFile = (ctx: Ctx, batch: Named, from: string): Promise<void> =>
  keepFile(importPath(ctx, batch), from, folderOf(ctx));

export const removeImportFile = (ctx: Ctx, batch: Named): Promise<void> => rm(importPath(ctx, batch), { force: true });
