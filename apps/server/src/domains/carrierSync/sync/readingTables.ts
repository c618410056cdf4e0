import type { ColumnType, Generated } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

type Json = ColumnType<unknown, string | null, string | null>;

export type CarrierReadingTable = {
  card_id: string;
  /** Null, as `raw`, of a card nobody has asked about by itself. */
  read_at: Date | null;
  raw: Json;
  session: Json;
  session_at: Date | null;
};

export type CarrierPassTable = {
  carrier_account_id: string;
  modified_since: Date;
  pass_began_at: Date | null;
  /** Where the last page ended; null: nothing of this pass is read. */
  read_to: string | null;
  finished_at: Date | null;
  seen: Generated<number>;
  changed: Generated<number>;
  reader: string | null;
  read_until: Date | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carrier_sync.carrier_reading': CarrierReadingTable;
    'carrier_sync.carrier_pass': CarrierPassTable;
    'carrier_sync.v_carrier_pass': Pick<CarrierPassTable, 'carrier_account_id' | 'pass_began_at' | 'finished_at'>;
  }
}

export const readingTables = {
  // Reached only through a card that was found within the scope.
  'carrier_sync.carrier_reading': { placement: { kind: 'distributed', by: 'card_id' }, scope: { kind: 'global' } },
  'carrier_sync.carrier_pass': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'carrier_sync.v_carrier_pass': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
