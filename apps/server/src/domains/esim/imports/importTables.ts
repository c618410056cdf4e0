import type { ImportState } from '@cardinal/contract/api/cards/imports.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { ValueOf } from '@cardinal/contract/enumerations/enumeration.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

export type EsimImportContent = 'chips' | 'numbers';
/** Code numbers in stock by profile type. */
export type StockByType = Readonly<Record<string, number>>;

export type EsimImportBatchTable = {
  id: string;
  batch_no: string;
  content: EsimImportContent;
  customer_id: string;
  target_customer_id: string;
  account_id: string;
  account_name: string;
  carrier_account_id: string;
  smdp_account_id: string | null;
  platform: Exclude<Platform, -1> | null;
  product_code: string | null;
  product_version: number | null;
  takes_cards: Generated<boolean>;
  currency: Generated<string>;
  state: ValueOf<typeof ImportState>;
  file_name: string;
  file_bytes: string | number;
  file_sha256: string;
  titles: ColumnType<string[], string | undefined, string>;
  reading_id: string | null;
  choice: 'all' | 'withoutWarned' | null;
  rows: Generated<number>;
  progress: Generated<number>;
  good: Generated<number>;
  bad: Generated<number>;
  already: Generated<number>;
  warned: Generated<number>;
  imported: Generated<number>;
  written_to: Generated<number>;
  removed: Generated<number>;
  kept: Generated<number>;
  stock_before: ColumnType<StockByType | null, string | undefined, string>;
  stock_after: ColumnType<StockByType | null, string | undefined, string>;
  failure_zh: string | null;
  failure_en: string | null;
  task_id: string | null;
  undo_task_id: string | null;
  /** The check against the SM-DP+: its task, rows asked about, when all had been. */
  verify_task_id: string | null;
  verified: Generated<number>;
  verified_at: Date | null;
  created_at: Date;
  checked_at: Date | null;
  finished_at: Date | null;
};
export type EsimImportBatch = Selectable<EsimImportBatchTable>;

export type EsimImportRowTable = {
  reading_id: string;
  row_number: number;
  id: string;
  subject: string;
  fields: ColumnType<Readonly<Record<string, string | null>>, string, string>;
  matching_id: string | null;
  activation_code: string | null;
  matching_value: string | null;
  cells: ColumnType<string[], string, string>;
  faults: string[] | null;
  warnings: string[] | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'esim.import_batch': EsimImportBatchTable;
    'esim.import_row': EsimImportRowTable;
  }
}

/** Rows are reached through their batch only. */
export const importTables = {
  'esim.import_batch': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  'esim.import_row': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
