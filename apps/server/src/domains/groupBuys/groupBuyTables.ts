import type { PriceStep } from '@cardinal/contract/api/groupBuys/stepRules.ts';
import type { CodeBatchState, CodeExpiry, RedeemCodeState } from '@cardinal/contract/enumerations/groupBuy.ts';
import type { SalesPlatform } from '@cardinal/contract/enumerations/order.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

type Jsonb<T> = ColumnType<T, string, string>;

export type OfferTable = {
  id: string;
  offer_no: string;
  /** The seller. */
  customer_id: string;
  package_id: string;
  name: string;
  /** Null: by the API alone. */
  sales_platform: SalesPlatform | null;
  steps: Jsonb<PriceStep[]>;
  currency: string;
  valid_days: number;
  expiry: CodeExpiry;
  per_card: number | null;
  /** Empty: whatever products the package is bound to. */
  product_codes: string[];
  is_on: boolean;
  created_at: Date;
  updated_at: Date;
};
export type OfferRow = Selectable<OfferTable>;

export type BatchTable = {
  id: string;
  batch_no: string;
  offer_id: string;
  seller_id: string;
  /** The buyer: who paid, and gets what is returned. */
  customer_id: string;
  sales_platform: SalesPlatform | null;
  package_id: string;
  package_version_id: string;
  package_name: string;
  /** What each level owed when it was paid, as orders keep it. */
  chain: Jsonb<unknown>;
  currency: string;
  price: string;
  expiry: CodeExpiry;
  per_card: number | null;
  product_codes: string[];
  state: CodeBatchState;
  count: number;
  redeeming: Generated<number>;
  redeemed: Generated<number>;
  voided: Generated<number>;
  expired: Generated<number>;
  unused: ColumnType<number, never, never>;
  /** What the codes are made of, until they are taken. */
  sealed_seed: string | null;
  taken_at: Date | null;
  taken_by: string | null;
  task_id: string;
  expires_at: Date;
  expire_at: Date | null;
  created_at: Date;
};
export type BatchRow = Selectable<BatchTable>;

export type CodeTable = {
  id: string;
  batch_id: string;
  seller_id: string;
  customer_id: string;
  code_no: string;
  hash: string;
  mask: string;
  state: RedeemCodeState;
  changed_at: Date | null;
  card_id: string | null;
  iccid: string | null;
  order_id: string | null;
  order_no: string | null;
  failure_zh: string | null;
  failure_en: string | null;
};
export type CodeRow = Selectable<CodeTable>;

/** An order that came through an outside shop or as a redeem code. */
export type ChannelOrderTable = {
  id: string;
  seller_id: string;
  customer_id: string;
  sales_platform: SalesPlatform | null;
  their_order_no: string | null;
  /** Null: it repairs what a shop sold, and is of no code. */
  code_no: string | null;
  batch_no: string | null;
  order_id: string;
  order_no: string;
  iccid: string;
  package_name: string;
  their_price: string | null;
  settlement_price: string;
  /** What was agreed since, added to the settlement price. */
  corrected: Generated<string>;
  currency: string;
  created_at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'group_buys.offer': OfferTable;
    'group_buys.batch': BatchTable;
    'group_buys.code': CodeTable;
    'group_buys.wrong_try': { customer_id: string; at: Date };
    'group_buys.channel_order': ChannelOrderTable;
    /** Published: the same with the hash of its code. */
    'group_buys.v_channel_order': Selectable<ChannelOrderTable> & { code_hash: string | null };
  }
}

const ofCustomer = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const groupBuyTables = {
  'group_buys.offer': ofCustomer,
  // Of the buyer, whom its seller sees as well: the seller is its parent.
  'group_buys.batch': ofCustomer,
  'group_buys.code': ofCustomer,
  'group_buys.wrong_try': ofCustomer,
  'group_buys.channel_order': ofCustomer,
  'group_buys.v_channel_order': ofCustomer,
} as const satisfies Record<string, TableFacts>;
