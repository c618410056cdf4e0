import { type FileHandle, open } from 'node:fs/promises';
import { extensionOf, fileSizeRule, fileTypeRule, IMPORT_FILE, sheetKindOf } from '@cardinal/primitives/file.ts';
import { readXls } from './readXls.ts';
import { readXlsx } from './readXlsx.ts';
import { SHEET_LIMITS, type SheetLimits } from './sheetLimits.ts';
import { refusal, SheetRefusal } from './sheetRefusal.ts';
import type { SheetRow } from './sheetRow.ts';

export type OpenedSheet = {
  readonly format: 'xlsx' | 'xls';
  /** The rows of the first visible sheet from its top; each call reads the file again. Refusals are thrown while reading. */
  rows(): AsyncGenerator<SheetRow, void, undefined>;
  close(): Promise<void>;
};

/**
 * The only entry point for uploaded sheets. `fileName` is the original name (only its extension is used), `path` is our copy.
 * Refuses an invalid name, size or file type at once; anything else while reading.
 */
export async function openSheet(
  path: string,
  fileName: string,
  tightened: Partial<SheetLimits> = {},
): Promise<OpenedSheet> {
  const limits = { ...SHEET_LIMITS, ...tightened };
  const wrongType = fileTypeRule(IMPORT_FILE.extensions)({ name: fileName, size: 0 });
  if (wrongType) throw new SheetRefusal('extension', wrongType);
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const wrongSize = fileSizeRule(limits.bytes)({ name: fileName, size });
    if (wrongSize) throw new SheetRefusal('size', wrongSize);
    const format = await checkedFormat(file, extensionOf(fileName));
    return {
      format,
      rows: () => (format === 'xlsx' ? readXlsx(file, size, limits) : readXls(path, limits)),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The format detected from the beginning of the file, which must match its name. */
async function checkedFormat(file: FileHandle, extension: string): Promise<'xlsx' | 'xls'> {
  const start = Buffer.alloc(512);
  const { bytesRead } = await file.read(start, 0, start.length, 0);
  const format = sheetKindOf(start.subarray(0, bytesRead));
  if (format === extension) return format;
  if (format === 'xls' && (await isEncryptedWorkbook(file))) throw refusal('encrypted');
  const found = format ?? markupIn(start.toString('utf8', 0, bytesRead));
  throw found ? refusal('contentMismatch', { extension, found }) : refusal('notWorkbook');
}

/** Many programs write HTML or XML and name it .xls; Excel opens such files, so people take them for sheets. */
function markupIn(start: string): string | undefined {
  const words = start.replace('\ufeff', '').trimStart().toLowerCase();
  if (words.startsWith('<?xml')) return 'XML';
  return /^<!doctype html|^<html|<table/.test(words) ? 'HTML' : undefined;
}

/** An .xlsx with a password is a compound file around the encrypted workbook. */
async function isEncryptedWorkbook(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(size);
  await file.read(bytes, 0, size, 0);
  return bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));
}
