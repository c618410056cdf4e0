import type { Generated } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

export type UnmatchedCardTable = {
  id: string;
  carrier_account_id: string;
  iccid: string;
  status: string;
  first_seen_at: Date;
  last_seen_at: Date;
  state: Generated<'open' | 'taken' | 'closed'>;
  decided_at: Date | null;
  decided_name: string | null;
  import_batch_id: string | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'card_imports.unmatched_carrier_card': UnmatchedCardTable;
  }
}

export const unmatchedTables = {
  // Reached through the account, which is scoped.
  'card_imports.unmatched_carrier_card': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
