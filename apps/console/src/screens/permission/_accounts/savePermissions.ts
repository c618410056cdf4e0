import { permissionTitle, subjectOf } from '@cardinal/contract/permissions/catalogue.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { byMenu, subjectTitle } from '../../../parts/identity/subjectTitle.ts';

/** The byte order mark by which spreadsheets recognise UTF-8. */
const BYTE_ORDER = '\uFEFF';
const quoted = (words: string): string => `"${words.replaceAll('"', '""')}"`;

/** The permissions as spreadsheet lines: page, description, identifier. */
export function permissionSheet(ids: readonly string[], heads: readonly Text[], t: (words: Text) => string): string {
  const lines = byMenu(ids.map((id) => ({ id }))).map(({ id }) => [
    t(subjectTitle(subjectOf(id), id)),
    t(permissionTitle(id)),
    id,
  ]);
  return BYTE_ORDER + [heads.map(t), ...lines].map((line) => line.map(quoted).join(',')).join('\r\n');
}

/** Saves text as a file without a server call. */
export function offerSheet(content: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has started reading by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
