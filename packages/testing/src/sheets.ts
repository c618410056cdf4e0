import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSheet } from '@cardinal/server/sheets/readSheet.ts';
import type { SheetValue } from '@cardinal/server/sheets/sheetColumns.ts';
import { writeSheet } from '@cardinal/server/sheets/writeSheet.ts';
import { temporaryFolder } from './folders.ts';

async function inFolder<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = temporaryFolder('sheet');
  try {
    return await work(join(folder, 'sheet.xlsx'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The bytes of an xlsx file with rows of text under these titles. */
export const sheetOf = (titles: readonly string[], rows: readonly (readonly SheetValue[])[]): Promise<Buffer> =>
  inFolder(async (path) => {
    await writeSheet(path, { format: 'xlsx', columns: titles.map((title) => ({ title, kind: 'text' })), rows });
    return readFile(path);
  });

/** What stands in the rows of an xlsx file, the titles first. */
export const rowsOfSheet = (content: Buffer): Promise<string[][]> =>
  inFolder(async (path) => {
    await writeFile(path, content);
    const opened = await openSheet(path, 'answer.xlsx');
    const rows: string[][] = [];
    for await (const row of opened.rows()) rows.push([...row.cells]);
    await opened.close();
    return rows;
  });
