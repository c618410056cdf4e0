import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { FulfilmentState, PaymentState } from '@cardinal/contract/enumerations/order.ts';
import type { ListingBadge } from '@cardinal/contract/enumerations/retail.ts';
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
  package_id: string;
  title: string;
  price: string;
  currency: Currency;
  /** As `keptChain` writes it, with the version that was shown. */
  chain: ColumnType<{ readonly versionId: string; readonly levels: unknown }, string, string>;
  payment_id: string;
  trade_no: string;
  collector_id: string;
  is_self_collected: boolean;
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

declare module '../../framework/tables.ts' {
  interface Tables {
    'retail_orders.listing': ListingTable;
    'retail_orders.v_listing': Pick<
      ListingTable,
      'id' | 'account_id' | 'customer_id' | 'package_id' | 'title' | 'price' | 'currency' | 'is_on_sale'
    >;
    'retail_orders.retail_order': RetailOrderTable;
    'retail_orders.give_back': {
      id: string;
      retail_order_id: string;
      customer_id: string;
      cause: string;
      amount: string;
      reason: string;
      refund_id: string;
      created_at: Date;
    };
  }
}

const ofSeller = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const retailTables = {
  'retail_orders.listing': ofSeller,
  'retail_orders.v_listing': ofSeller,
  'retail_orders.retail_order': ofSeller,
  'retail_orders.give_back': ofSeller,
} as const satisfies Record<string, TableFacts>;
