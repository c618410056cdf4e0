import { SheetFormat } from '@cardinal/contract/api/tasks/downloads.ts';
import { exportableFields, type ListEndpoint } from '@cardinal/contract/framework/list.ts';
import * as z from 'zod';

/** What an account last chose for exports of a list; kept beside the list's columns and views. */
export const exportChoiceSchema = z.object({
  format: SheetFormat.schema,
  columns: z.enum(['shown', 'all', 'chosen']),
  /** The fields picked one by one, whether or not these are what is exported now. */
  chosen: z.array(z.string()).max(200),
});
export type ExportChoice = z.output<typeof exportChoiceSchema>;
export const FIRST_CHOICE: ExportChoice = { format: SheetFormat.values.xlsx, columns: 'shown', chosen: [] };

/** The fields that can be exported, as the server decides it: those shown first, in their order, then the others. */
export function offeredFields(
  list: ListEndpoint,
  shown: readonly string[],
  holds: (permission: string) => boolean,
): { readonly all: readonly string[]; readonly shown: readonly string[] } {
  const open = exportableFields(list, holds);
  const first = shown.filter((name) => open.includes(name));
  return { all: [...first, ...open.filter((name) => !first.includes(name))], shown: first };
}

/**
 * The fields a choice means today. One whose permission is gone is left out; without columns of the list's own, «those shown»
 * are all.
 */
export function fieldsOf(choice: ExportChoice, offered: ReturnType<typeof offeredFields>): readonly string[] {
  if (choice.columns === 'chosen') return offered.all.filter((name) => choice.chosen.includes(name));
  return choice.columns === 'shown' && offered.shown.length > 0 ? offered.shown : offered.all;
}
