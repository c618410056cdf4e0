import type { Text } from '@cardinal/primitives/text.ts';
import type { ColumnType } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';
import type { Conclusion, Step } from './lookupRules.ts';

type Json<T> = ColumnType<T | null, string | null, string | null>;

declare module '../../../framework/tables.ts' {
  interface Tables {
    'card_lookups.online_lookup': {
      card_id: string;
      id: string;
      task_id: string;
      /** Position in the look-up. */
      seq: number;
      iccid: string;
      platform: number;
      carrier_account_id: string;
      /** The asker's customer, not the card's owner: the answer stays with whoever asked. */
      customer_id: string;
      account_name: string;
      depth: 'online' | 'diagnosis';
      state: 'waiting' | 'asking' | 'done';
      online_state: number | null;
      words: Json<Text>;
      ip_address: string | null;
      apn: string | null;
      rat: string | null;
      imei: string | null;
      started_at: Date | null;
      ended_at: Date | null;
      source: 'live' | 'recent' | 'sync' | null;
      /** When the session was known. */
      known_at: Date | null;
      used_today: string | null;
      usage_at: Date | null;
      asked_at: Date | null;
      steps: ColumnType<readonly Step[], string | undefined, string>;
      conclusion: Json<Conclusion>;
      created_at: Date;
    };
  }
}

export const lookupTables = {
  'card_lookups.online_lookup': {
    placement: { kind: 'local' },
    scope: { kind: 'tree', column: 'customer_id' },
  },
} as const satisfies Record<string, TableFacts>;
