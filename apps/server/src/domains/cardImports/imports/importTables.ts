import type { ImportMode } from '@cardinal/contract/api/cardImports/importSources.ts';
import type { CardKind, CardSize, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Segment } from '@cardinal/primitives/segment.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';
import type { BatchTable, RowTable } from '../../sheetImports/face.ts';

export type ImportBatchTable = BatchTable & {
  platform: Exclude<Platform, -1>;
  sub_type: number | null;
  kind: CardKind;
  size: CardSize | null;
  is_prefix_confirmed: boolean;
  mode: Generated<ImportMode>;
  /** For a batch of segments; stored as given. */
  segments: ColumnType<Segment[] | null, string | null | undefined, never>;
  /** For rows without one. */
  remark: string | null;
  choice: 'goodOnly' | 'allOrNothing' | null;
};
export type ImportBatch = Selectable<ImportBatchTable>;

export type ImportRowTable = RowTable & {
  card_id: string;
  iccid: string;
  business_number: string | null;
  mapping_number: string | null;
  imsi: string | null;
  imei: string | null;
  eid: string | null;
  size: number | null;
  remark: string | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'card_imports.import_batch': ImportBatchTable;
    'card_imports.import_row': ImportRowTable;
  }
}

/** Rows are reached through their batch only. */
export const importTables = {
  'card_imports.import_batch': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  'card_imports.import_row': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
