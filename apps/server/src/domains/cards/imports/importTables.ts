import type { ImportState } from '@cardinal/contract/api/cards/imports.ts';
import type { CardKind, CardSize, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { ValueOf } from '@cardinal/contract/enumerations/enumeration.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

export type ImportBatchState = ValueOf<typeof ImportState>;

export type ImportBatchTable = {
  id: string;
  batch_no: string;
  customer_id: string;
  target_customer_id: string;
  account_id: string;
  account_name: string;
  carrier_account_id: string;
  platform: Exclude<Platform, -1>;
  sub_type: number | null;
  kind: CardKind;
  size: CardSize | null;
  product_code: string | null;
  product_version: Generated<number | null>;
  is_prefix_confirmed: boolean;
  state: ImportBatchState;
  file_name: string;
  file_bytes: string | number;
  file_sha256: string;
  titles: ColumnType<string[], string | undefined, string>;
  reading_id: string | null;
  choice: 'goodOnly' | 'allOrNothing' | null;
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
export type ImportBatch = Selectable<ImportBatchTable>;

export type ImportRowTable = {
  reading_id: string;
  row_number: number;
  card_id: string;
  iccid: string;
  business_number: string | null;
  mapping_number: string | null;
  imsi: string | null;
  imei: string | null;
  eid: string | null;
  size: number | null;
  remark: string | null;
  cells: ColumnType<string[], string, string>;
  faults: string[] | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'cards.import_batch': ImportBatchTable;
    'cards.import_row': ImportRowTable;
  }
}

/** Rows are reached through their batch only. */
export const importTables = {
  'cards.import_batch': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  'cards.import_row': { placement: { kind: 'distributed', by: 'card_id' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
