import type { TableFacts } from '../../../framework/domain.ts';

export type SessionTable = {
  card_id: string;
  started_at: Date;
  ended_at: Date | null;
  customer_id: string;
  carrier_account_id: string;
  country_code: string | null;
  mcc: string | null;
  mnc: string | null;
  rat: string | null;
  ip_address: string | null;
  apn: string | null;
  bytes: string | null;
  bytes_up: string | null;
  bytes_down: string | null;
  read_at: Date;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carrier_sync.session': SessionTable;
  }
}

export const sessionTables = {
  'carrier_sync.session': {
    placement: { kind: 'distributed', by: 'card_id' },
    scope: { kind: 'tree', column: 'customer_id' },
  },
} as const satisfies Record<string, TableFacts>;

/** Sessions of more than a year say nothing about a card any more. */
export const sessionPartitions = { table: 'carrier_sync.session', keepMonths: 12 } as const;
