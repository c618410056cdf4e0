import type { Generated } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carrier_sync.card_pool': { card_id: string; carrier_account_id: string; pool_id: string; told_at: Date };
    'carrier_sync.near_pool': {
      carrier_account_id: string;
      pool_id: string;
      kind: number;
      marked_to: Generated<string>;
      marked_at: Date | null;
    };
  }
}

export const cardPoolTables = {
  // Read by the readers, and of cards that were read within the scope.
  'carrier_sync.card_pool': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'carrier_sync.near_pool': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
