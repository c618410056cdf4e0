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

/** A written part of the good rows: up to which row, how many, and how many could no longer be imported. */
export type WrittenPart = {
  readonly to: number;
  readonly written: number;
  readonly bad: number;
  readonly already: number;
};
/** A processed part of an undo: up to which id (null: none was left), and how many were removed. */
export type RemovedPart = { readonly last: string | null; readonly seen: number; readonly removed: number };

/** The text of a stored code such as `repeated:12`. */
export type StoredWords = { readonly words: Text; readonly facts: { readonly fact: Text | string } };

/**
 * A room's description of what it imports. The process of a batch (read, check, decide, write, undo) is common; the room
 * defines its columns, its rows and how they are written.
 */
export type ImportKind<T extends BatchTable = BatchTable> = {
  /** The schema of the `import_batch` and `import_row` tables; jobs and reactions are named after it. */
  readonly schema: string;
  /** Which batches of the table are meant, if it holds two kinds. */
  readonly only?: Readonly<Record<string, string>>;
  /** The folder of waiting sheets, in the data directory. */
  readonly folder: string;
  /** The letter its batch numbers start with. */
  readonly letter: string;
  readonly topic: string;
  readonly objectKind: string;
  /** Of the task that writes and undoes a batch; left out where the request itself writes it. */
  readonly action?: ActionCode;
  readonly notFound: Refusal;
  readonly notWaiting: Refusal;
  /** The fault of a row that exists already; such rows are counted apart from wrong ones. */
  readonly already: string;
  /** Such rows are what is expected: they are counted, and not listed among the wrong ones. */
  readonly hidesAlready?: true;
  /** The column of `import_row` that identifies a row. */
  readonly subject: string;
  /** The `import_row` columns filled by `reader`. */
  readonly staged: readonly string[];
  columns(batch: Selectable<T>): SheetColumns;
  /** The most rows of a sheet, if fewer than of others. */
  readonly mostRows?: number;
  /** The rows of a batch without a sheet, heading first; undefined: read its sheet. */
  rows?(ctx: Ctx, batch: Selectable<T>): AsyncGenerator<SheetRow> | undefined;
  /** Called once per sheet; the returned function parses each row and has no other effect. */
  reader(ctx: Ctx, batch: Selectable<T>, readingId: string, places: Places): (row: SheetRow) => readonly CopyValue[];
  /**
   * Marks faults that need all rows together and returns further counts. Runs in the transaction that makes the reading
   * effective.
   */
  judge(ctx: Ctx, batch: Selectable<T>, readingId: string): Promise<Updateable<T>>;
  stored(batch: Selectable<T>, code: string): StoredWords;
  /** The titles of the tasks that write and undo a batch. */
  titles(batch: Selectable<T>): { readonly write: Text; readonly undo: Text };
  /**
   * Writes the next part of the good rows after `written_to`; undefined: none was left. Left out: the room writes them by a task
   * of its own, and nothing can be undone.
   */
  write?(ctx: Ctx, batch: Selectable<T>, readingId: string, task: RunningTask): Promise<WrittenPart | undefined>;
  /** Called when everything is written: returns what else to store with the batch. */
  written?(ctx: Ctx, batch: Selectable<T>): Promise<Updateable<T>>;
  /** Removes what is still unused in the part after `undone_to`. */
  remove?(ctx: Ctx, batch: Selectable<T>, task: RunningTask): Promise<RemovedPart>;
};
