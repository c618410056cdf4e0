import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionOf, fileTypeRule, NUMBERS_FILE } from '@cardinal/primitives/file.ts';
import type { Ctx } from '../../../framework/context.ts';
import { openCsv } from '../../../sheets/readCsv.ts';
import { openSheet } from '../../../sheets/readSheet.ts';
import { SheetRefusal } from '../../../sheets/sheetRefusal.ts';
import type { SheetRow } from '../../../sheets/sheetRow.ts';
import { keepFile } from '../imports/importFile.ts';

const folderOf = (ctx: Ctx): string => join(ctx.config.dataDirectory, 'sets');

type Named = { id: string; file_name: string };

/** Where the file of a set waits to be read. */
export const setPath = (ctx: Ctx, set: Named): string => join(folderOf(ctx), `${set.id}.${extensionOf(set.file_name)}`);

export const keepSetFile = (ctx: Ctx, set: Named, from: string): Promise<void> =>
  keepFile(setPath(ctx, set), from, folderOf(ctx));

export const removeSetFile = (ctx: Ctx, set: Named): Promise<void> => rm(setPath(ctx, set), { force: true });

export type OpenedNumbers = { rows(): AsyncGenerator<SheetRow, void, undefined>; close(): Promise<void> };

/** Opens a workbook or a text of numbers; refuses at once what is named, sized or begun wrongly. */
export async function openNumbers(path: string, fileName: string): Promise<OpenedNumbers> {
  const wrongType = fileTypeRule(NUMBERS_FILE.extensions)({ name: fileName, size: 0 });
  if (wrongType) throw new SheetRefusal('extension', wrongType);
  const limits = { bytes: NUMBERS_FILE.maxBytes, rows: NUMBERS_FILE.maxRows };
  const extension = extensionOf(fileName);
  if (extension === 'xlsx' || extension === 'xls') return openSheet(path, fileName, limits);
  return { ...(await openCsv(path, fileName, limits)), close: async () => {} };
}

/** Files that requests and processes left behind which died: older than `ageMs` and of no set that is still to be read. */
export async function removeStrayFiles(ctx: Ctx, needed: ReadonlySet<string>, ageMs: number): Promise<void> {
  const folder = folderOf(ctx);
  const oldest = ctx.clock.now().getTime() - ageMs;
  for (const name of await readdir(folder).catch((): string[] => [])) {
    if (needed.has(name.split('.')[0] ?? '')) continue;
    const facts = await stat(join(folder, name)).catch(() => undefined);
    if (facts && facts.mtimeMs < oldest) await rm(join(folder, name), { force: true });
  }
}
