import type { OrderSource } from '@cardinal/contract/enumerations/order.ts';
import type { ProfitEntryKind, ProfitEntryState, ReleaseRule } from '@cardinal/contract/enumerations/profit.ts';
import type { Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type ProfitEntryTable = {
  id: string;
  /** Who earned it. */
  customer_id: string;
  kind: ProfitEntryKind;
  order_id: string;
  order_no: string;
  line_id: string;
  card_id: string;
  iccid: string;
  platform: number;
  package_id: string;
  package_name: string;
  /** The level below, that was sold to. */
  buyer_id: string;
  /** Who paid the order. */
  payer_id: string;
  source: OrderSource;
  currency: string;
  reserve: string;
  price: string;
  /** Below zero: given back. */
  amount: string;
  /** Of a sale, what was given back since. */
  reversed: Generated<string>;
  state: ProfitEntryState;
  rule: ReleaseRule;
  /** Of a linear one: in how many parts; 0: the rest at once. */
  parts: number | null;
  /** Of a linear one: what was released so far. */
  released: Generated<string>;
  release_at: Date | null;
  /** Sold on credit: released once the payer's balance is here again. */
  wants_balance: string | null;
  released_at: Date | null;
  release_key: string | null;
  /** Earned by a share of what was paid, as it was agreed; null by a reserve price. */
  share: Generated<string | null>;
  at: Date;
};
export type ProfitEntryRow = Selectable<ProfitEntryTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'profit_sharing.entry': ProfitEntryTable;
    'profit_sharing.release_part': {
      id: string;
      entry_id: string;
      customer_id: string;
      /** Below zero: taken back. */
      amount: string;
      is_first: boolean;
      release_key: string;
      at: Date;
    };
    'profit_sharing.v_entry': Pick<
      ProfitEntryTable,
      'id' | 'customer_id' | 'order_id' | 'package_name' | 'payer_id' | 'currency' | 'kind' | 'state' | 'amount' | 'at'
    >;
    'profit_sharing.release_rule': {
      customer_id: string;
      rule: ReleaseRule;
      days: number;
      set_by: string;
      set_at: Date;
    };
  }
}

const ofEarner = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const profitTables = {
  'profit_sharing.entry': ofEarner,
  'profit_sharing.release_part': ofEarner,
  'profit_sharing.v_entry': ofEarner,
  'profit_sharing.release_rule': ofEarner,
} as const satisfies Record<string, TableFacts>;
