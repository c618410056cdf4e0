import type { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { TableFacts } from '../../../framework/domain.ts';
import type { GateTable } from '../../../outbound/gate/desk.ts';

export type MerchantRow = {
  id: string;
  customer_id: string;
  provider: PaymentProvider;
  name: string;
  base_url: string;
  notice_base_url: string;
  merchant_no: string;
  /** Sealed. */
  credentials: string;
  /** How each credential is shown. */
  credential_hints: unknown;
  credentials_set_at: Date;
  credentials_set_by: string;
  certificate_serial: string | null;
  certificate_ends: Date | null;
  fee_percent: string;
  /** Whether new payments may go through it. */
  is_enabled: boolean;
  /** The most it takes in a day of China, over all routes; null without a limit. */
  day_most: string | null;
  /** Of the gate: `off` once it is deleted. */
  state: 'on' | 'paused' | 'off';
  state_reason: string | null;
  calls_per_second: string;
  in_flight: number;
  calls_per_day: number | null;
  timeout_ms: number;
  zone: string;
  proved_at: Date;
  version: number;
  created_at: Date;
  updated_at: Date;
};

export type CallTable = {
  id: string;
  at: Date;
  merchant_id: string;
  operation: string;
  attempt: number;
  subject: string | null;
  outcome: 'ok' | 'refused' | 'unclear' | 'unavailable';
  duration_ms: number;
  http_status: number | null;
  provider_code: string | null;
  provider_words: string | null;
  reference: string | null;
  request_id: string | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'payment_providers.merchant': MerchantRow;
    'payment_providers.v_merchant': Pick<
      MerchantRow,
      'id' | 'customer_id' | 'provider' | 'name' | 'merchant_no' | 'is_enabled' | 'state' | 'created_at' | 'day_most'
    >;
    'payment_providers.gate': GateTable;
    'payment_providers.call': CallTable;
    'payment_providers.v_call': Pick<
      CallTable,
      'id' | 'merchant_id' | 'subject' | 'at' | 'operation' | 'outcome' | 'provider_words'
    >;
  }
}

const ofOwner = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;
/** Reached through the merchant, which is scoped. */
const ofMerchant = { placement: { kind: 'local' }, scope: { kind: 'global' } } as const;

export const merchantTables = {
  'payment_providers.merchant': ofOwner,
  'payment_providers.v_merchant': ofOwner,
  'payment_providers.gate': ofMerchant,
  'payment_providers.call': ofMerchant,
  'payment_providers.v_call': ofMerchant,
} as const satisfies Record<string, TableFacts>;
