import type { Refusal } from '@cardinal/contract/framework/refusal.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Selectable, Updateable } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { CopyValue } from '../../framework/copyRows.ts';
import type { SheetRow } from '../../sheets/sheetRow.ts';
import type { RunningTask } from '../tasks/face.ts';
import type { BatchTable } from './batchTables.ts';
import type { Places, SheetColumns } from './sheetColumns.ts';

/** A part of the good rows that was written: up to which row, how many, and how many could not go in any more. */
export type WrittenPart = {
  readonly to: number;
  readonly written: number;
  readonly bad: number;
  readonly already: number;
};
/** A part of what a batch brought that was looked at: up to which id (null: none was left), and how many went. */
export type RemovedPart = { readonly last: string | null; readonly seen: number; readonly removed: number };

/** What a stored code such as `repeated:12` says. */
export type StoredWords = { readonly words: Text; readonly facts: { readonly fact: Text | string } };

/**
 * What a room lends and says about the things it takes in. The way of a batch (read, judged, decided, written, taken back) is
 * the same for all; the room knows its columns, its rows and how they are written.
 */
export type ImportKind<T extends BatchTable = BatchTable> = {
  /** Whose `import_batch` and `import_row` are used; jobs and reactions are called after it. */
  readonly schema: string;
  /** Which of its batches are meant, where two kinds stand in one table. */
  readonly only?: Readonly<Record<string, string>>;
  /** The folder of sheets that wait to be read, in the data directory. */
  readonly folder: string;
  /** The first letter of its batch numbers. */
  readonly letter: string;
  readonly topic: string;
  readonly objectKind: string;
  readonly action: ActionCode;
  readonly notFound: Refusal;
  readonly notWaiting: Refusal;
  /** The fault of a row that is there already: such rows count apart from wrong ones. */
  readonly already: string;
  /** The column of `import_row` a row is known by. */
  readonly subject: string;
  /** The columns of `import_row` that `reader` fills. */
  readonly staged: readonly string[];
  columns(batch: Selectable<T>): SheetColumns;
  /** The rows of a batch that came by no sheet, its heading first; undefined: read its sheet. */
  rows?(ctx: Ctx, batch: Selectable<T>): AsyncGenerator<SheetRow> | undefined;
  /** Asked once for a sheet; what it answers is called for every row and does nothing but read it. */
  reader(ctx: Ctx, batch: Selectable<T>, readingId: string, places: Places): (row: SheetRow) => readonly CopyValue[];
  /** Marks what only all rows together can tell; answers what it counted besides. In the transaction that brings the reading into force. */
  judge(ctx: Ctx, batch: Selectable<T>, readingId: string): Promise<Updateable<T>>;
  stored(batch: Selectable<T>, code: string): StoredWords;
  /** The titles of the tasks that write a batch and take it back. */
  titles(batch: Selectable<T>): { readonly write: Text; readonly undo: Text };
  /** Writes the next part of the good rows behind `written_to`; undefined: there was none left. */
  write(ctx: Ctx, batch: Selectable<T>, readingId: string, task: RunningTask): Promise<WrittenPart | undefined>;
  /** Once all is written: answers what else is kept of it. */
  written?(ctx: Ctx, batch: Selectable<T>): Promise<Updateable<T>>;
  /** Removes what nobody has touched of the part behind `undone_to`. */
  remove(ctx: Ctx, batch: Selectable<T>, task: RunningTask): Promise<RemovedPart>;
};
