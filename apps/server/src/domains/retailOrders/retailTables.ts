import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { FulfilmentState, OrderType, PaymentState } from '@cardinal/contract/enumerations/order.ts';
import type {
  CaseReason,
  ListingBadge,
  RefundRequestState,
  RefundSource,
  RetailEvent,
} from '@cardinal/contract/enumerations/retail.ts';
import type { ColumnType, Generated } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type ListingTable = {
  id: string;
  account_id: string;
  customer_id: string;
  package_id: string;
  title: string;
  price: string;
  original_price: string | null;
  currency: Currency;
  badge: ListingBadge;
  sort: number;
  buy_limit: number;
  sale_from: Date | null;
  sale_until: Date | null;
  is_on_sale: boolean;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

export type RetailOrderTable = {
  id: string;
  order_no: string;
  account_id: string;
  /** The seller. */
  customer_id: string;
  end_user_id: string;
  listing_id: string;
  card_id: string;
  iccid: string;
  type: Generated<OrderType>;
  /** Null where it is no package. */
  package_id: string | null;
  title: string;
  price: string;
  currency: Currency;
  /** As `keptChain` writes it, with the version that was shown. */
  chain: ColumnType<{ readonly versionId: string; readonly levels: unknown }, string, string>;
  payment_id: string;
  trade_no: string;
  collector_id: string;
  is_self_collected: boolean;
  /** What was paid lies in the buyer's wallet, or was paid from there. */
  is_taken_in: Generated<boolean>;
  pay_until: Date;
  pay_state: PaymentState;
  paid_at: Date | null;
  fulfil_state: FulfilmentState;
  why_zh: string | null;
  why_en: string | null;
  package_order_id: string | null;
  refunded: Generated<string>;
  remark: string | null;
  created_at: Date;
  finished_at: Date | null;
};

export type DeskCaseTable = {
  id: string;
  retail_order_id: string;
  account_id: string;
  customer_id: string;
  reason: CaseReason;
  why_zh: string | null;
  why_en: string | null;
  attempts: number;
  next_attempt_at: Date | null;
  refund_at: Date | null;
  owner_id: string | null;
  owner_name: string | null;
  owner_customer_id: string | null;
  opened_at: Date;
  solved_at: Date | null;
  outcome: 'setUp' | 'refunded' | 'rejected' | null;
};

export type DeskRuleTable = {
  account_id: string;
  customer_id: string;
  retries: number;
  refund_hours: number | null;
  version: Generated<number>;
  updated_at: Date;
};

export type RefundRequestTable = {
  id: string;
  retail_order_id: string;
  customer_id: string;
  end_user_id: string;
  reason: string;
  state: RefundRequestState;
  answer: string | null;
  decided_by: string | null;
  asked_at: Date;
  decided_at: Date | null;
};

export type OrderEventTable = {
  id: string;
  retail_order_id: string;
  customer_id: string;
  kind: RetailEvent;
  words_zh: string | null;
  words_en: string | null;
  by_name: string | null;
  by_customer_id: string | null;
  at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'retail_orders.listing': ListingTable;
    'retail_orders.v_listing': Pick<
      ListingTable,
      'id' | 'account_id' | 'customer_id' | 'package_id' | 'title' | 'price' | 'currency' | 'is_on_sale'
    >;
    'retail_orders.retail_order': RetailOrderTable;
    'retail_orders.v_order': Pick<RetailOrderTable, 'id' | 'customer_id' | 'end_user_id' | 'order_no'>;
    'retail_orders.give_back': {
      id: string;
      retail_order_id: string;
      customer_id: string;
      cause: string;
      amount: string;
      reason: string;
      refund_id: string;
      source: RefundSource;
      operator_id: string | null;
      operator: string | null;
      operator_customer_id: string | null;
      created_at: Date;
    };
    'retail_orders.desk_case': DeskCaseTable;
    'retail_orders.desk_rule': DeskRuleTable;
    'retail_orders.refund_request': RefundRequestTable;
    'retail_orders.order_event': OrderEventTable;
  }
}

const ofSeller = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const retailTables = {
  'retail_orders.listing': ofSeller,
  'retail_orders.v_listing': ofSeller,
  'retail_orders.retail_order': ofSeller,
  'retail_orders.v_order': ofSeller,
  'retail_orders.give_back': ofSeller,
  'retail_orders.desk_case': ofSeller,
  'retail_orders.desk_rule': ofSeller,
  'retail_orders.refund_request': ofSeller,
  'retail_orders.order_event': ofSeller,
} as const satisfies Record<string, TableFacts>;
