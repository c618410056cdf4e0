import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { NoticeVerdict, PaymentState, RefundState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import type {
  PaymentProvider,
  PaymentScene,
  RouteChangeKind,
  RouteCoverage,
} from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { TableFacts } from '../../framework/domain.ts';

export type CollectingAccountRow = {
  id: string;
  customer_id: string;
  scene: PaymentScene;
  provider: PaymentProvider;
  currency: Currency;
  /** The enabled one with the lowest is in use. */
  position: number;
  is_enabled: boolean;
  /** Set for all but the bank transfer; then the four of the bank are null. */
  merchant_id: string | null;
  holder: string | null;
  bank: string | null;
  branch: string | null;
  /** Sealed. */
  account_number: string | null;
  /** Last characters of the account's or the merchant's number. */
  number_tail: string;
  remark_prefix: string | null;
  least: string | null;
  most: string | null;
  day_most: string | null;
  note: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

export type RouteChangeRow = {
  id: string;
  customer_id: string;
  scene: PaymentScene;
  currency: Currency;
  provider: PaymentProvider;
  kind: RouteChangeKind;
  account_id: string;
  from_id: string | null;
  to_id: string | null;
  reason: string | null;
  changed_by: string;
  at: Date;
};

export type PaymentTable = {
  id: string;
  trade_no: string;
  scene: PaymentScene;
  subject_id: string;
  payer_id: string;
  collector_id: string;
  provider: PaymentProvider;
  merchant_id: string;
  /** Null where it is taken under a contract, whose merchant it has, or begun in a mini-program. */
  collecting_account_id: string | null;
  /** Where it was begun in a mini-program: its route. */
  program_route_id: string | null;
  /** The provider's number of the contract under which it is taken. */
  contract_no: string | null;
  currency: Currency;
  amount: string;
  description: string;
  state: PaymentState;
  target_kind: 'code' | 'page' | 'sheet' | null;
  target_url: string | null;
  return_url: string;
  /** Who alone can open the sheet: a follower of this public account. */
  buyer_appid: string | null;
  buyer_openid: string | null;
  /** Where it is paid in a phone's own browser: the phone's address. */
  phone_address: string | null;
  provider_no: string | null;
  /** The provider's own word for the state. */
  said: string | null;
  refused_zh: string | null;
  refused_en: string | null;
  paid_amount: string | null;
  paid_currency: Currency | null;
  paid_at: Date | null;
  settled_at: Date | null;
  refunded: string;
  expires_at: Date;
  next_at: Date | null;
  steps: number;
  created_at: Date;
  updated_at: Date;
};

export type RefundTable = {
  id: string;
  refund_no: string;
  payment_id: string;
  payer_id: string;
  amount: string;
  reason: string;
  state: RefundState;
  provider_no: string | null;
  said: string | null;
  refused_zh: string | null;
  refused_en: string | null;
  done_at: Date | null;
  next_at: Date | null;
  steps: number;
  /** The first of those that failed before it. */
  repeats_id: string | null;
  /** The transfer by which a person paid it, who that was, and who confirmed it. */
  hand_reference: string | null;
  hand_by: string | null;
  hand_by_id: string | null;
  confirmed_by: string | null;
  confirmed_by_id: string | null;
  created_at: Date;
  updated_at: Date;
};

export type NoticeTable = {
  id: string;
  merchant_id: string;
  notice_id: string;
  event: string;
  /** Sealed. */
  body: string;
  verdict: NoticeVerdict;
  payment_id: string | null;
  refund_id: string | null;
  transfer_no: string | null;
  said: string | null;
  came: number;
  at: Date;
  last_at: Date;
};

type ForgedNoticeTable = { merchant_id: string; day: string; why: string; count: number; last_at: Date };

declare module '../../framework/tables.ts' {
  interface Tables {
    'payments.collecting_account': CollectingAccountRow;
    'payments.route_change': RouteChangeRow;
    'payments.payment': PaymentTable;
    'payments.refund': RefundTable;
    'payments.notice': NoticeTable;
    'payments.v_payment': Pick<
      PaymentTable,
      | 'id'
      | 'trade_no'
      | 'scene'
      | 'subject_id'
      | 'payer_id'
      | 'collector_id'
      | 'provider'
      | 'merchant_id'
      | 'currency'
      | 'amount'
      | 'state'
      | 'provider_no'
      | 'paid_amount'
      | 'paid_currency'
      | 'paid_at'
      | 'created_at'
      | 'program_route_id'
    >;
    'payments.v_refund': Omit<RefundTable, 'repeats_id' | 'steps' | 'updated_at' | 'confirmed_by_id'> &
      Pick<
        PaymentTable,
        'scene' | 'subject_id' | 'trade_no' | 'provider' | 'merchant_id' | 'collector_id' | 'currency' | 'paid_amount'
      > & { first_id: string; payment_state: PaymentState };
    'payments.v_transfer_notice': Pick<
      NoticeTable,
      'id' | 'merchant_id' | 'transfer_no' | 'event' | 'said' | 'came' | 'at'
    >;
    'payments.forged_notice': ForgedNoticeTable;
    'payments.v_route': {
      customer_id: string;
      scene: PaymentScene;
      currency: Currency;
      provider: PaymentProvider;
      payers: number;
      customer_name: string;
      path: string;
      account_id: string | null;
      collector_id: string | null;
      coverage: RouteCoverage;
      backups: number;
    };
  }
}

const ofCollector = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

const ofPayer = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'payer_id' } } as const;
/** Reached through a payment or a merchant, which are scoped. */
const ofMerchant = { placement: { kind: 'local' }, scope: { kind: 'global' } } as const;

export const paymentTables = {
  'payments.collecting_account': ofCollector,
  'payments.route_change': ofCollector,
  'payments.v_route': ofCollector,
  'payments.payment': ofPayer,
  'payments.refund': ofPayer,
  'payments.v_payment': ofPayer,
  'payments.v_refund': ofPayer,
  'payments.notice': ofMerchant,
  'payments.v_transfer_notice': ofMerchant,
  'payments.forged_notice': ofMerchant,
} as const satisfies Record<string, TableFacts>;
