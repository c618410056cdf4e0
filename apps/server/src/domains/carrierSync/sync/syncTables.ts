import type { Generated } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

type CarrierPassTable = {
  carrier_account_id: string;
  modified_since: Date;
  pass_began_at: Date | null;
  /** The end of the last page; null: nothing of this pass has been read. */
  read_to: string | null;
  finished_at: Date | null;
  seen: Generated<number>;
  changed: Generated<number>;
  reader: string | null;
  read_until: Date | null;
};

export type SyncRunTable = {
  id: string;
  carrier_account_id: string;
  began_at: Date;
  finished_at: Date | null;
  is_full: boolean;
  seen: Generated<number>;
  changed: Generated<number>;
  halted_zh: string | null;
  halted_en: string | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carrier_sync.carrier_pass': CarrierPassTable;
    'carrier_sync.v_carrier_pass': Pick<CarrierPassTable, 'carrier_account_id' | 'pass_began_at' | 'finished_at'>;
    'carrier_sync.sync_run': SyncRunTable;
  }
}

// Reached through the account, which is scoped.
const ofAccount = { placement: { kind: 'local' }, scope: { kind: 'global' } } as const satisfies TableFacts;

export const syncTables = {
  'carrier_sync.carrier_pass': ofAccount,
  'carrier_sync.v_carrier_pass': ofAccount,
  'carrier_sync.sync_run': ofAccount,
} as const satisfies Record<string, TableFacts>;
