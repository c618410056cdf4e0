import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';
import type { BatchTable, RowTable } from '../../sheetImports/face.ts';

export type EsimImportContent = 'chips' | 'numbers';
/** Code numbers in stock by profile type. */
export type StockByType = Readonly<Record<string, number>>;

export type EsimImportBatchTable = BatchTable & {
  content: EsimImportContent;
  smdp_account_id: string | null;
  platform: Exclude<Platform, -1> | null;
  takes_cards: Generated<boolean>;
  currency: Generated<string>;
  choice: 'all' | 'withoutWarned' | null;
  warned: Generated<number>;
  stock_before: ColumnType<StockByType | null, string | undefined, string>;
  stock_after: ColumnType<StockByType | null, string | undefined, string>;
  /** The check against the SM-DP+: its task, the number of queried rows, and when it was completed. */
  verify_task_id: string | null;
  verified: Generated<number>;
  verified_at: Date | null;
};
export type EsimImportBatch = Selectable<EsimImportBatchTable>;

export type EsimImportRowTable = RowTable & {
  id: string;
  subject: string;
  fields: ColumnType<Readonly<Record<string, string | null>>, string, string>;
  matching_id: string | null;
  activation_code: string | null;
  matching_value: string | null;
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
