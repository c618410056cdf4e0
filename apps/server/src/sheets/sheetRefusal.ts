import type { Problem } from '@cardinal/primitives/problem.ts';
import { type Facts, type Text, text } from '@cardinal/primitives/text.ts';

/** The reasons in the file itself for which a sheet is refused, in the words shown to the person who uploaded it. */
export const SHEET_REFUSALS = {
  notWorkbook: text(
    '文件内容不是 Excel 工作簿，请用 Excel 打开后另存为 xlsx 再导入',
    'The file is not an Excel workbook. Open it in Excel, save it as xlsx and import again.',
  ),
  contentMismatch: text(
    '文件扩展名是 {extension}，内容却是 {found}，请用 Excel 打开后另存为 xlsx 再导入',
    'The file extension is {extension} but the content is {found}. Open it in Excel, save it as xlsx and import again.',
  ),
  encrypted: text(
    '工作簿设有密码，请取消密码后再导入',
    'The workbook is password-protected. Remove the password and import again.',
  ),
  macros: text(
    '工作簿含有宏，请另存为不含宏的 xlsx 再导入',
    'The workbook contains macros. Save it as xlsx without macros.',
  ),
  damaged: text('文件已损坏或不完整（{part}）', 'The file is damaged or incomplete ({part})'),
  unsafe: text('文件结构不安全，已拒绝（{part}）', 'Unsafe file structure; rejected ({part})'),
  unsupported: text(
    '不支持这种工作簿（{part}），请用 Excel 另存为 xlsx 再导入',
    'Unsupported workbook type ({part}). Save it as xlsx in Excel and import again.',
  ),
  inflated: text(
    '文件解压后过大（超过 {limit} MB），已拒绝',
    'The file is too large when unpacked (over {limit} MB); rejected',
  ),
  noSheet: text('工作簿里没有工作表', 'The workbook has no sheet'),
  tooManyColumns: text(
    '第 {row} 行超过 {limit} 列，请检查是否选错了文件',
    'Row {row} has more than {limit} {limit|column|columns}. Check that this is the right file.',
  ),
  cellTooLong: text(
    '第 {row} 行第 {column} 列的内容超过 {limit} 个字符',
    'Row {row}, column {column} is longer than {limit} {limit|character|characters}',
  ),
  tooComplex: text(
    '工作簿过于复杂，无法读取（{part}），请只保留需要导入的数据后再试',
    'The workbook is too complex to read ({part}). Keep only the data to import and try again.',
  ),
} as const satisfies Record<string, Text>;

/** Why a sheet is refused. Type, size and row count use the texts of the common form rules. */
export type SheetRefusalCode = keyof typeof SHEET_REFUSALS | 'extension' | 'size' | 'tooManyRows';

/** Thrown while a sheet is opened or read: the file is refused as a whole, and `problem` says why in both languages. */
export class SheetRefusal extends Error {
  readonly code: SheetRefusalCode;
  readonly problem: Problem;

  constructor(code: SheetRefusalCode, problem: Problem, cause?: unknown) {
    super(`sheet refused: ${code} ${JSON.stringify(problem.facts ?? {})}`, { cause });
    this.name = 'SheetRefusal';
    this.code = code;
    this.problem = problem;
  }
}

/** The refusal of one of the reasons above, with its facts. */
export function refusal(code: keyof typeof SHEET_REFUSALS, facts: Facts = {}, cause?: unknown): SheetRefusal {
  return new SheetRefusal(code, { text: SHEET_REFUSALS[code], facts }, cause);
}
