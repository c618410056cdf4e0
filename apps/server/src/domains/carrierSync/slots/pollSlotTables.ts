import type { Generated } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carrier_sync.poll_slot': {
      card_id: string;
      kind: number;
      carrier_account_id: string;
      is_soon: Generated<boolean>;
      polled_at: Date;
      read_at: Date | null;
    };
    'carrier_sync.rotation': {
      carrier_account_id: string;
      kind: number;
      reader: string | null;
      read_until: Date | null;
      enrolled_to: Generated<string>;
      enrolled_at: Date | null;
      halted_at: Date | null;
      halted_zh: string | null;
      halted_en: string | null;
    };
    'carrier_sync.card_open': { card_id: string; open_until: Date };
  }
}

const local = { kind: 'local' } as const;

export const turnTables = {
  // Accessed by the pollers only, which serve all customers' cards.
  'carrier_sync.poll_slot': { placement: local, scope: { kind: 'global' } },
  'carrier_sync.rotation': { placement: local, scope: { kind: 'global' } },
  // Only of cards that were read within the scope.
  'carrier_sync.card_open': { placement: local, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
