import { extensionOf, fileSizeRule, fileTypeRule, sheetKindOf } from '@cardinal/primitives/file.ts';
import { filmHeadProblem } from '@cardinal/primitives/film.ts';
import { IMAGE_EXTENSIONS, imageContentRule } from '@cardinal/primitives/image.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { Sha256 } from '@cardinal/primitives/sha256.ts';

/** What a field accepts. `content` checks the first bytes, whatever the name says. */
export type FileDemand = {
  readonly extensions: readonly string[];
  readonly maxBytes: number;
  readonly content: 'sheet' | 'image' | 'film' | 'any';
};

export type CheckedFile = { readonly file: File; readonly sha256: string };
export type FileVerdict =
  | { readonly isGood: true; readonly checked: CheckedFile }
  | { readonly isGood: false; readonly problem: Problem };

/** Enough for every signature, and for the root element of an SVG. */
const HEAD_BYTES = 65_536;

const unreadable = problem(
  '文件无法读取，可能已被移动或删除',
  'The file cannot be read; it may have been moved or deleted',
);
const notASheet = problem(
  '文件内容不是 Excel 工作簿，请用 Excel 或 WPS 另存为 .xlsx',
  'The file is not an Excel workbook. Save it as .xlsx in Excel or WPS.',
);

/** Type and size: two different warnings, known before a byte is read. */
export function demandProblem(file: Pick<File, 'name' | 'size'>, demand: FileDemand): Problem | undefined {
  return fileTypeRule(demand.extensions)(file) ?? fileSizeRule(demand.maxBytes)(file);
}

function contentProblem(name: string, head: Uint8Array, demand: FileDemand): Problem | undefined {
  if (demand.content === 'sheet') return sheetKindOf(head) ? undefined : notASheet;
  if (demand.content === 'film') return filmHeadProblem(head);
  if (demand.content === 'image' && IMAGE_EXTENSIONS.some((each) => each === extensionOf(name))) {
    return imageContentRule({ name, bytes: head });
  }
  return undefined;
}

/**
 * Checks a file before anything is sent: its name, its size, its first bytes. Then hashes it chunk by chunk and reports
 * progress, without keeping it in memory.
 */
export async function checkFile(
  file: File,
  demand: FileDemand,
  on: { progress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<FileVerdict> {
  const early = demandProblem(file, demand);
  if (early) return { isGood: false, problem: early };
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const wrong = contentProblem(file.name, head, demand);
    if (wrong) return { isGood: false, problem: wrong };
    const hash = new Sha256();
    let read = 0;
    for (const reader = file.stream().getReader(); ; ) {
      const { done, value } = await reader.read();
      on.signal?.throwIfAborted();
      if (done) break;
      hash.update(value);
      read += value.length;
      on.progress?.(read / file.size);
    }
    return { isGood: true, checked: { file, sha256: hash.hex() } };
  } catch (error) {
    if (on.signal?.aborted) throw error;
    return { isGood: false, problem: unreadable };
  }
}
