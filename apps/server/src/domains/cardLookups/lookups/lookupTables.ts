import type { ColumnType } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

type Json = ColumnType<unknown, string | null, string | null>;

declare module '../../../framework/tables.ts' {
  interface Tables {
    'card_lookups.online_lookup': {
      card_id: string;
      id: string;
      task_id: string;
      /** Its place in the look-up. */
      seq: number;
      iccid: string;
      platform: number;
      carrier_account_id: string;
      /** Who asked, not whose card it is: the answer of that moment stays with whoever asked. */
      customer_id: string;
      account_name: string;
      depth: 'online' | 'diagnosis';
      state: 'waiting' | 'asking' | 'done';
      online_state: number | null;
      words: Json;
      ip_address: string | null;
      apn: string | null;
      rat: string | null;
      imei: string | null;
      started_at: Date | null;
      ended_at: Date | null;
      source: 'live' | 'recent' | 'sync' | null;
      /** Of when the session is. */
      known_at: Date | null;
      used_today: string | null;
      usage_at: Date | null;
      asked_at: Date | null;
      steps: ColumnType<unknown, string | undefined, string>;
      conclusion: Json;
      created_at: Date;
    };
  }
}

export const lookupTables = {
  'card_lookups.online_lookup': {
    placement: { kind: 'distributed', by: 'card_id' },
    scope: { kind: 'tree', column: 'customer_id' },
  },
} as const satisfies Record<string, TableFacts>;
