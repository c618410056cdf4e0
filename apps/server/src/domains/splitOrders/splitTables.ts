import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type {
  ProfitReceiverKind,
  ProfitReceiverState,
  SplitPartState,
} from '@cardinal/contract/enumerations/splitOrder.ts';
import type { TableFacts } from '../../framework/domain.ts';

export type ReceiverRow = {
  id: string;
  merchant_id: string;
  /** Whose merchant it is. */
  owner_id: string;
  customer_id: string;
  kind: ProfitReceiverKind;
  /** Sealed. */
  account: string;
  account_mask: string;
  /** Sealed. */
  holder: string;
  holder_mask: string;
  state: ProfitReceiverState;
  version: number;
  created_at: Date;
  updated_at: Date;
};

export type SharedPaymentRow = {
  payment_id: string;
  merchant_id: string;
  owner_id: string;
  order_id: string | null;
  /** `ended`: nothing of it is left to be unfrozen by us. */
  state: 'frozen' | 'unfrozen' | 'ended';
  unfreeze_by: Date;
  next_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** Of what is asked of the provider once, and asked after until it has ended. */
type Asked = {
  provider_no: string | null;
  said: string | null;
  reason_zh: string | null;
  reason_en: string | null;
  sends: number;
  sent_at: Date | null;
  is_refused: boolean;
  steps: number;
  next_at: Date | null;
  created_at: Date;
  updated_at: Date;
  ended_at: Date | null;
};

export type SplitRow = Asked & {
  id: string;
  split_no: string;
  payment_id: string;
  merchant_id: string;
  owner_id: string;
  kind: 'split' | 'unfreeze';
  unfreezes: boolean;
  state: 'waiting' | 'sent' | 'done' | 'refused' | 'cancelled';
};

export type PartRow = {
  id: string;
  split_id: string | null;
  payment_id: string;
  order_id: string;
  customer_id: string;
  receiver_id: string;
  entry_ids: string[];
  amount: string;
  currency: Currency;
  state: SplitPartState;
  hold_id: string | null;
  transaction_id: string | null;
  said: string | null;
  reason_zh: string | null;
  reason_en: string | null;
  created_at: Date;
  ended_at: Date | null;
};

export type GiveBackRow = Asked & {
  id: string;
  return_no: string;
  part_id: string;
  payment_id: string;
  refund_id: string;
  merchant_id: string;
  customer_id: string;
  amount: string;
  state: 'waiting' | 'sent' | 'done' | 'owed';
  transaction_id: string | null;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'split_orders.receiver': ReceiverRow;
    'split_orders.merchant_ratio': {
      merchant_id: string;
      owner_id: string;
      ratio: number;
      version: number;
      updated_at: Date;
    };
    'split_orders.payment': SharedPaymentRow;
    'split_orders.split': SplitRow;
    'split_orders.part': PartRow;
    'split_orders.give_back': GiveBackRow;
  }
}

const ofCustomer = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;
const ofOwner = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'owner_id' } } as const;

export const splitTables = {
  'split_orders.receiver': ofCustomer,
  'split_orders.merchant_ratio': ofOwner,
  'split_orders.payment': ofOwner,
  'split_orders.split': ofOwner,
  'split_orders.part': ofCustomer,
  'split_orders.give_back': ofCustomer,
} as const satisfies Record<string, TableFacts>;
