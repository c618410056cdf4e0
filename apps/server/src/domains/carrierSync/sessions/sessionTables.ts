import type { TableFacts } from '../../../framework/domain.ts';
import { BY_CARD } from '../../../runtime/placement.ts';

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

/** What the carrier of a card last said of it and of its session. */
export type CarrierReadingTable = {
  card_id: string;
  /** Null, like `raw`, for a card that was never queried on its own. */
  read_at: Date | null;
  raw: unknown;
  session: unknown;
  session_at: Date | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carrier_sync.session': SessionTable;
    'carrier_sync.carrier_reading': CarrierReadingTable;
  }
}

export const sessionTables = {
  'carrier_sync.session': {
    placement: BY_CARD,
    scope: { kind: 'tree', column: 'customer_id' },
  },
  // Accessed only for cards found within the scope.
  'carrier_sync.carrier_reading': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;

/** Sessions older than a year are no longer relevant. */
export const sessionPartitions = { table: 'carrier_sync.session', keepMonths: 12 } as const;
