import type { Text } from '@cardinal/primitives/text.ts';
import type { ColumnType } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

declare module '../../../framework/tables.ts' {
  interface Tables {
    'card_lookups.position_query': {
      card_id: string;
      id: string;
      task_id: string;
      /** Position in the query. */
      seq: number;
      iccid: string;
      platform: number;
      carrier_account_id: string;
      /** The asker's customer, not the card's owner. */
      customer_id: string;
      account_name: string;
      purpose: string;
      state: 'waiting' | 'asking' | 'done';
      is_found: boolean | null;
      source: 'cell' | 'last' | 'district' | null;
      accuracy_metres: number | null;
      /** Latitude, longitude and district, encrypted for this row. */
      sealed: string | null;
      words: ColumnType<Text | null, string | null, string | null>;
      located_at: Date | null;
      asked_at: Date | null;
      created_at: Date;
    };
    'card_lookups.location_consent': {
      customer_id: string;
      document: string;
      valid_until: string;
      granted_by: string;
      granted_at: Date;
    };
  }
}

export const positionTables = {
  'card_lookups.position_query': {
    placement: { kind: 'local' },
    scope: { kind: 'tree', column: 'customer_id' },
  },
  'card_lookups.location_consent': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
} as const satisfies Record<string, TableFacts>;
