import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';
import type { BatchTable, RowTable } from '../../sheetImports/face.ts';
import type { Pair } from '../distribution/pairs.ts';
import type { TypedPrice } from './priceRowRules.ts';

export type PriceSheetTable = BatchTable & {
  choice: 'all' | 'withoutWarned' | null;
  fresh: Generated<number>;
  changed: Generated<number>;
  warned: Generated<number>;
};
export type PriceSheet = Selectable<PriceSheetTable>;

type PriceRowTable = RowTable & {
  subject: string;
  fields: ColumnType<TypedPrice, string, string>;
  warnings: string[] | null;
  /** What it comes to, once it is judged. */
  pair: ColumnType<Pair | null, string | undefined, string>;
  is_new: boolean | null;
  /** Written with its price. */
  is_applied: Generated<boolean>;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'packages.import_batch': PriceSheetTable;
    'packages.import_row': PriceRowTable;
  }
}

/** A sheet is its giver's alone: whoever is above gives to others. Rows are reached through their sheet only. */
export const priceSheetTables = {
  'packages.import_batch': { placement: { kind: 'local' }, scope: { kind: 'own', column: 'customer_id' } },
  'packages.import_row': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
