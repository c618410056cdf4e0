import { type Problem, problem, type Rule } from './problem.ts';

/** The properties of a file before it is read. */
export type FileFacts = { readonly name: string; readonly size: number };

export const KB = 1_024;
export const MB = 1_024 * KB;

/** The largest file a field takes that has no limit of its own. */
export const FILE_MAX_BYTES = 10 * MB;
/** The limit of an import; settings may lower it. Only the first sheet is read. */
export const IMPORT_FILE = { extensions: ['xls', 'xlsx'], maxBytes: 5 * MB, maxRows: 500_000 } as const;
/** The limit of a file of numbers for searching cards; only the first sheet of a workbook is read. */
export const NUMBERS_FILE = { extensions: ['xlsx', 'xls', 'csv', 'txt'], maxBytes: 20 * MB, maxRows: 500_000 } as const;

/** The extension in lower case without its dot; empty if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 1 ? '' : name.slice(dot + 1).toLowerCase();
}

const emptyFile: Problem = problem('文件是空的', 'The file is empty');

/** The type warning: whether the name has one of the extensions, ignoring case. */
export function fileTypeRule(extensions: readonly string[]): Rule<FileFacts> {
  const allowed = new Set(extensions.map((one) => one.toLowerCase().replace(/^\./, '')));
  const found = problem('文件类型错误，只支持 {extensions}', 'Wrong file type; only {extensions}', {
    extensions: [...allowed].join(', '),
  });
  return ({ name }) => (allowed.has(extensionOf(name)) ? undefined : found);
}

/** The size warning; a file of exactly `maxBytes` passes, an empty one does not. */
export function fileSizeRule(maxBytes: number = FILE_MAX_BYTES): Rule<FileFacts> {
  const found = problem('文件大小不能超过 {limit}', 'File size cannot exceed {limit}', { limit: sizeText(maxBytes) });
  return ({ size }) => (size === 0 ? emptyFile : size > maxBytes ? found : undefined);
}

export type FileOptions = { extensions?: readonly string[]; maxBytes?: number };

/** Type, then size; without extensions every type passes. */
export function fileRule(options: FileOptions = {}): Rule<FileFacts> {
  const type = options.extensions && fileTypeRule(options.extensions);
  const size = fileSizeRule(options.maxBytes);
  return (file) => type?.(file) ?? size(file);
}

/** xls or xlsx, at most 5 MB. */
export const importFileRule: Rule<FileFacts> = fileRule(IMPORT_FILE);

const noRows: Problem = problem('表格中没有数据', 'No data in the sheet');

/** How many rows one import takes. */
export function rowCountRule(maxRows: number = IMPORT_FILE.maxRows): Rule<number> {
  const found = problem('单次最多导入 {max} 条', 'At most {max} {max|row|rows} per import', { max: maxRows });
  return (rows) => (rows === 0 ? noRows : rows > maxRows ? found : undefined);
}

/** The workbook format by its first bytes, whatever the name: a zip archive is xlsx, a compound file xls. */
export function sheetKindOf(bytes: Uint8Array): 'xlsx' | 'xls' | undefined {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return 'xlsx';
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return 'xls';
  return undefined;
}

export const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  bytes.length >= at + signature.length && signature.every((byte, i) => bytes[at + i] === byte);

function sizeText(bytes: number): string {
  if (bytes >= MB) return `${Number((bytes / MB).toFixed(2))} MB`;
  return bytes >= KB ? `${Number((bytes / KB).toFixed(2))} KB` : `${bytes} B`;
}
