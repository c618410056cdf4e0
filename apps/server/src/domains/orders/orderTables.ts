import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { CardWallet } from '@cardinal/contract/enumerations/cardWallet.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type {
  FulfilmentState,
  OrderSource,
  OrderType,
  UnsubscribeChannel,
} from '@cardinal/contract/enumerations/order.ts';
import type { EffectiveType, PackageType, PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { Generated } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type OrderTable = {
  id: string;
  order_no: string;
  /** Who pays: the owner of its cards. */
  customer_id: string;
  type: OrderType;
  source: OrderSource;
  package_id: string;
  package_version_id: string;
  package_name: string;
  package_type: PackageType;
  effective_type: EffectiveType;
  postpone_days: number;
  currency: string;
  /** Of one package, with all its records. */
  price: string;
  /** So many records a card gets. */
  units: Generated<number>;
  /** The cards it is for, and those that got it. */
  lines: number;
  settled_lines: Generated<number>;
  refunded: Generated<string>;
  fulfil_state: FulfilmentState;
  /** Absent where nothing is to be paid. */
  hold_id: string | null;
  task_id: string;
  /** The order whose price it keeps, repeating failed lines of it or of a retry of it. */
  repeats_id: string | null;
  ordered_by: string | null;
  ordered_by_name: string;
  ordered_by_customer_id: string | null;
  /** The end user who paid for it; its customer is then the seller. */
  buyer_id: string | null;
  /** Paid when its redeem code was bought. */
  is_prepaid: Generated<boolean>;
  /** The pool it fills instead of cards. */
  fills_pool_id: Generated<string | null>;
  created_at: Date;
  finished_at: Date | null;
};

export type PackageUsageTable = {
  id: string;
  card_id: string;
  iccid: string;
  /** Who paid for it. */
  customer_id: string;
  package_id: string;
  package_version_id: string;
  package_name: string;
  package_type: PackageType;
  is_main: boolean;
  follows: boolean;
  flow_bytes: string | null;
  voice_seconds: string | null;
  sms_count: number | null;
  /** The carrier account's when it was bought. */
  zone: string;
  cycle_day: number;
  anchor_day: number | null;
  not_before: Date;
  postpone_days: number;
  starts_at: Date;
  ends_at: Date;
  state: PackageUsageState;
  state_at: Date;
  created_at: Date;
};

export type OrderStepTable = {
  order_id: string;
  level: number;
  customer_id: string;
  /** Null of a root whose cost is known in another currency. */
  reserve: string | null;
  price: string;
  margin: string | null;
  /** Of a level that earned by a share of what was paid. */
  share: Generated<string | null>;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'orders.package_order': OrderTable;
    'orders.order_step': OrderStepTable;
    'orders.package_usage': PackageUsageTable;
    'orders.order_line': {
      id: string;
      order_id: string;
      card_id: string;
      iccid: string;
      customer_id: string;
      /** The package's. */
      platform: Platform;
      state: FulfilmentState;
      /** Which of the card's records it is, from 1. */
      unit: Generated<number>;
      usage_id: string | null;
      /** The pool it fills: `card_id` is then what the pool got, `iccid` the pool's code. */
      fills_pool_id: Generated<string | null>;
      failure_code: string | null;
      failure_zh: string | null;
      failure_en: string | null;
      refunded: Generated<string>;
      created_at: Date;
      settled_at: Date | null;
    };
    /** Published: how an order stands. */
    'orders.v_order': Pick<
      OrderTable,
      'id' | 'customer_id' | 'order_no' | 'currency' | 'created_at' | 'finished_at'
    > & {
      fulfil_state: FulfilmentState;
      refunded: string;
      /** What its payer pays for one card. */
      price: string;
    };
    /** Published: packages on cards. */
    'orders.v_package_usage': Pick<
      PackageUsageTable,
      | 'id'
      | 'card_id'
      | 'customer_id'
      | 'package_name'
      | 'is_main'
      | 'flow_bytes'
      | 'zone'
      | 'starts_at'
      | 'ends_at'
      | 'state'
      | 'state_at'
      | 'package_id'
      | 'package_version_id'
      | 'created_at'
      | 'cycle_day'
      | 'voice_seconds'
      | 'sms_count'
    >;
    /** Published: which main package of a card runs when, and what it grants in a period. */
    'orders.v_main_package': Pick<
      PackageUsageTable,
      'card_id' | 'package_id' | 'flow_bytes' | 'starts_at' | 'ends_at' | 'state'
    >;
    /** Published: what each level was paid, or paid itself, for the main package in use on a card. */
    'orders.v_price_in_use': { card_id: string; customer_id: string; currency: string; price: string };
    'orders.card_recharge': {
      id: string;
      recharge_no: string;
      card_id: string;
      iccid: string;
      /** Who paid. */
      customer_id: string;
      wallet: Generated<CardWallet>;
      amount: string;
      currency: string;
      remark: string | null;
      /** Null where an end user paid, or what came with that. */
      made_by: string | null;
      made_by_name: string;
      made_by_customer_id: string | null;
      /** Whose money it is, where an end user paid. */
      end_user_id: string | null;
      created_at: Date;
      reversed: string | null;
      reversed_by_name: string | null;
      reversed_at: Date | null;
      cleared: Generated<string>;
    };
    /** Its id is its task's. */
    'orders.balance_clearing': {
      id: string;
      /** Whose account asked for it. */
      customer_id: string;
      currency: Currency;
      idle_months: number;
      reason: string;
      cards: number;
      paid: string;
      gift: string;
      preload: string;
      /** Null until it is over. */
      cleared_cards: number | null;
      cleared: string | null;
      made_by: string | null;
      made_by_name: string;
      made_by_customer_id: string | null;
      created_at: Date;
      finished_at: Date | null;
    };
    'orders.clearing_line': {
      clearing_id: string;
      recharge_id: string;
      card_id: string;
      /** Who gets it. */
      customer_id: string;
      amount: string;
      posted_at: Date | null;
      is_closed: Generated<boolean>;
    };
    /** The number a customer's system gave an order, and what it was answered. */
    'orders.order_reference': {
      customer_id: string;
      out_order_no: string;
      request_hash: string;
      key_id: string;
      key_name: string;
      /** Null only within the transaction that orders. */
      task_id: string | null;
      answer: unknown;
      repeats: Generated<number>;
      created_at: Date;
    };
    'orders.unsubscription': {
      id: string;
      usage_id: string;
      line_id: string | null;
      order_id: string | null;
      card_id: string;
      iccid: string;
      customer_id: string;
      channel: UnsubscribeChannel;
      state_before: PackageUsageState;
      rule: string;
      part_of: string;
      part_whole: string;
      amount: string;
      currency: string;
      reason: string | null;
      task_id: string | null;
      done_by: string | null;
      done_by_name: string;
      done_by_customer_id: string | null;
      created_at: Date;
    };
  }
}

const local = { kind: 'local' } as const;
const ofPayer = { placement: local, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const orderTables = {
  'orders.package_order': ofPayer,
  // Nobody reads the step of a level above its own: those are of customers outside its tree.
  'orders.order_step': ofPayer,
  'orders.package_usage': ofPayer,
  'orders.order_line': ofPayer,
  'orders.v_order': ofPayer,
  'orders.v_package_usage': ofPayer,
  // Of whoever's card it is, by a room that has judged the card.
  'orders.v_main_package': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'orders.v_price_in_use': ofPayer,
  'orders.card_recharge': ofPayer,
  'orders.balance_clearing': ofPayer,
  'orders.clearing_line': ofPayer,
  // Of the customer whose system it is, which is not always the one that pays.
  'orders.order_reference': ofPayer,
  'orders.unsubscription': ofPayer,
} as const satisfies Record<string, TableFacts>;
