import type { ImportState } from '@cardinal/contract/api/cardImports/imports.ts';
import type { ValueOf } from '@cardinal/contract/enumerations/enumeration.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';

export type BatchState = ValueOf<typeof ImportState>;

/** The common columns of every room's `import_batch`; each room adds its own. */
export type BatchTable = {
  id: string;
  batch_no: string;
  customer_id: string;
  target_customer_id: string;
  account_id: string;
  account_name: string;
  carrier_account_id: string;
  product_code: string | null;
  product_version: Generated<number | null>;
  state: BatchState;
  file_name: string;
  file_bytes: string | number;
  file_sha256: string;
  titles: ColumnType<string[], string | undefined, string>;
  reading_id: string | null;
  choice: string | null;
  rows: Generated<number>;
  progress: Generated<number>;
  good: Generated<number>;
  bad: Generated<number>;
  already: Generated<number>;
  imported: Generated<number>;
  written_to: Generated<number>;
  undone_to: Generated<string>;
  removed: Generated<number>;
  kept: Generated<number>;
  failure_zh: string | null;
  failure_en: string | null;
  task_id: string | null;
  undo_task_id: string | null;
  created_at: Date;
  checked_at: Date | null;
  finished_at: Date | null;
};
export type Batch = Selectable<BatchTable>;

/** The common columns of every room's `import_row`. */
export type RowTable = {
  reading_id: string;
  row_number: number;
  cells: ColumnType<string[], string, string>;
  faults: string[] | null;
};
