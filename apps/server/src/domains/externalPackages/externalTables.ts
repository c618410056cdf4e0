import type {
  OfferState,
  SourceAdapter,
  SourceOrderState,
  SuspendReason,
  SyncState,
  UnitBase,
} from '@cardinal/contract/enumerations/externalPackage.ts';
import type { EffectiveType, PackageType } from '@cardinal/contract/enumerations/package.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';
import type { GateTable } from '../../outbound/gate/desk.ts';
import type { StatedTerms } from './statedTerms.ts';

export type SourceTable = {
  id: string;
  customer_id: string;
  name: string;
  adapter: SourceAdapter;
  base_url: string;
  /** Sealed. */
  credentials: string;
  credential_hints: ColumnType<Record<string, string>, string, string>;
  credentials_set_at: Date;
  credentials_set_by: string;
  /** Hundredths of a per cent. */
  tolerance: number;
  auto_accept: boolean;
  is_enabled: boolean;
  state: Generated<'on' | 'paused' | 'off'>;
  state_reason: string | null;
  calls_per_second: string;
  in_flight: number;
  calls_per_day: number | null;
  timeout_ms: number;
  zone: string;
  proved_at: Date;
  balance: string | null;
  currency: string | null;
  balance_at: Date | null;
  low_balance: string | null;
  is_low: Generated<boolean>;
  /** So long orders wait for it. */
  wait_hours: number;
  sync_state: Generated<SyncState>;
  sync_read: Generated<number>;
  sync_zh: string | null;
  sync_en: string | null;
  last_sync_at: Date | null;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};
export type SourceRow = Selectable<SourceTable>;

type Jsonb<T> = ColumnType<T, string, string>;

export type OfferTable = {
  id: string;
  source_id: string;
  customer_id: string;
  code: string;
  name: string;
  platform: number | null;
  type: PackageType | null;
  price: string;
  currency: string;
  terms: Jsonb<StatedTerms>;
  is_gone: boolean;
  state: OfferState;
  package_id: string | null;
  unit_base: UnitBase | null;
  agreed_price: string | null;
  accepted_price: string | null;
  accepted_currency: string | null;
  accepted_terms: Jsonb<StatedTerms | null> | null;
  cost: string | null;
  accepted_at: Date | null;
  accepted_by: string | null;
  suspended: SuspendReason | null;
  changed_at: Date;
  seen_at: Date;
  created_at: Date;
};
export type OfferRow = Omit<Selectable<OfferTable>, 'accepted_terms'> & { accepted_terms: StatedTerms | null };

export type SourceOrderTable = {
  id: string;
  out_order_no: string;
  source_id: string;
  customer_id: string;
  offer_id: string;
  package_id: string;
  code: string;
  order_id: string;
  order_no: string;
  line_id: string;
  iccid: string;
  periods: number;
  effective_type: EffectiveType;
  postpone_days: number;
  agreed: string;
  most: string;
  currency: string;
  state: SourceOrderState;
  charged: string | null;
  charged_currency: string | null;
  their_order_no: string | null;
  sent_at: Date | null;
  sends: Generated<number>;
  asks: Generated<number>;
  next_at: Date | null;
  told_at: Date | null;
  words_zh: string | null;
  words_en: string | null;
  created_at: Date;
  settled_at: Date | null;
};
export type SourceOrderRow = Selectable<SourceOrderTable>;

export type SourceCallTable = {
  id: string;
  at: Date;
  source_id: string;
  operation: string;
  attempt: number;
  outcome: 'ok' | 'refused' | 'unclear' | 'unavailable';
  duration_ms: number;
  http_status: number | null;
  source_code: string | null;
  source_words: string | null;
  request_id: string | null;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'external_packages.source': SourceTable;
    'external_packages.gate': GateTable;
    'external_packages.call': SourceCallTable;
    'external_packages.offer': OfferTable;
    'external_packages.source_order': SourceOrderTable;
  }
}

const ofOwner = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;
/** Reached through the source, which is scoped. */
const ofSource = { placement: { kind: 'local' }, scope: { kind: 'global' } } as const;

export const externalTables = {
  'external_packages.source': ofOwner,
  'external_packages.offer': ofOwner,
  'external_packages.source_order': ofOwner,
  'external_packages.gate': ofSource,
  'external_packages.call': ofSource,
} as const satisfies Record<string, TableFacts>;
