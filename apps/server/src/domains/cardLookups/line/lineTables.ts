import type { ColumnType } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

type Json = ColumnType<unknown, string | null, string | null>;

export type LineReadingTable = {
  card_id: string;
  read_at: Date;
  services: Json;
  stop_reason: Json;
  binding: Json;
  allowances: Json;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'card_lookups.line_reading': LineReadingTable;
  }
}

export const lineTables = {
  'card_lookups.line_reading': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
