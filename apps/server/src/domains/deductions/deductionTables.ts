import type {
  DeductionPayer,
  DeductionRounding,
  FigureSource,
  TariffState,
} from '@cardinal/contract/enumerations/deduction.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { DeductionSource, DeductionType } from '@cardinal/contract/enumerations/settlement.ts';
import type { Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type TariffTable = {
  id: string;
  /** Who pays. */
  customer_id: string;
  /** Who charges: its parent. */
  owner_id: string;
  type: DeductionType;
  source: DeductionSource;
  payer: DeductionPayer;
  /** Empty: all. */
  account_ids: string[];
  product_codes: string[];
  unit_price: string | null;
  free_bytes: string;
  rounding: DeductionRounding;
  on_empty: ControlAction;
  currency: Currency;
  state: TariffState;
  first_day: string | null;
  revision: number;
  valid_from: Date;
  arrears_since: Date | null;
  version: number;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
};
export type TariffRow = Selectable<TariffTable>;

export type VersionTable = {
  tariff_id: string;
  revision: number;
  is_on: boolean;
  unit_price: string | null;
  free_bytes: string;
  rounding: DeductionRounding;
  valid_from: Date;
  created_by: string | null;
  created_at: Date;
};
export type VersionRow = Selectable<VersionTable>;

export type FigureTable = {
  id: string;
  tariff_id: string;
  card_id: string;
  day: string;
  revision: number;
  at: Date;
  source: FigureSource;
  before: string;
  after: string;
  bytes: string;
  charged: string;
  deduction_id: string | null;
};

export type PostingTable = {
  id: string;
  customer_id: string;
  owner_id: string;
  amount: string;
  currency: Currency;
  state: 'waiting' | 'posted';
  at: Date;
  transaction_id: string | null;
  balance: string | null;
  posted_at: Date | null;
  /** The card whose wallet pays, and what was taken of each source. */
  card_id: string | null;
  paid: Generated<string>;
  gift: Generated<string>;
  preload: Generated<string>;
};
export type PostingRow = Selectable<PostingTable>;

/** What a version had of a cycle. */
export type Part = {
  readonly revision: number;
  readonly unitPrice: string;
  readonly bytes: string;
  readonly amount: string;
};

export type DeductionTable = {
  id: string;
  posting_id: string;
  tariff_id: string;
  customer_id: string;
  owner_id: string;
  type: DeductionType;
  source: DeductionSource;
  cycle: string;
  revision: number;
  at: Date;
  from_at: Date;
  to_at: Date;
  cards: number;
  bytes: string;
  package_bytes: string;
  charged_bytes: string;
  unit_price: string | null;
  amount: string;
  currency: Currency;
  total: string;
  parts: string;
  /** The card whose wallet pays. */
  card_id: string | null;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'deductions.tariff': TariffTable;
    'deductions.tariff_version': VersionTable;
    'deductions.figure': FigureTable;
    'deductions.card_cycle': { tariff_id: string; cycle: string; card_id: string; revision: number; charged: string };
    'deductions.tariff_cycle': { tariff_id: string; cycle: string; card_id: string; charged: string; open_id: string };
    'deductions.posting': PostingTable;
    'deductions.deduction': DeductionTable;
    'deductions.deduction_card': {
      deduction_id: string;
      card_id: string;
      bytes: string;
      charged: string;
      weight: string | null;
      amount: string | null;
      is_corrected: boolean;
    };
    'deductions.redrawn': { card_id: string; from_day: string };
    'deductions.arrears': {
      id: string;
      tariff_id: string;
      card_id: string;
      state: 'due' | 'raised' | 'already' | 'over';
      at: Date;
      over_at: Date | null;
    };
  }
}

const local = { kind: 'local' } as const;
const ofPayer = { placement: local, scope: { kind: 'tree', column: 'customer_id' } } as const;
// Reached through a tariff or a deduction that was read in scope.
const global = { placement: local, scope: { kind: 'global' } } as const;

export const deductionTables = {
  'deductions.tariff': ofPayer,
  'deductions.tariff_version': global,
  'deductions.figure': global,
  'deductions.card_cycle': global,
  'deductions.tariff_cycle': global,
  'deductions.posting': ofPayer,
  'deductions.deduction': ofPayer,
  'deductions.deduction_card': global,
  'deductions.arrears': global,
  'deductions.redrawn': global,
} as const satisfies Record<string, TableFacts>;

export const WHY = 'usage is charged whoever has the card and whoever looks';
