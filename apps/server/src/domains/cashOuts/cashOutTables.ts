import type { CashOutMethod, CashOutWait } from '@cardinal/contract/enumerations/cashOut.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { CashOutKind, CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import type { TableFacts } from '../../framework/domain.ts';

export type RuleRow = {
  method: CashOutMethod;
  currency: Currency;
  merchant_id: string | null;
  least: string;
  most: string | null;
  day_most: string | null;
  review_from: string | null;
  /** From so much on two people pass it. */
  two_from: string | null;
  /** Of ten thousand. */
  fee_rate: number;
  tax_rate: number;
  is_paused: boolean;
  version: number;
  set_by: string;
  set_at: Date;
};

export type ReceiverRow = {
  id: string;
  customer_id: string;
  method: CashOutMethod;
  /** Sealed; null once it is deleted. */
  account: string | null;
  account_mask: string;
  holder: string;
  bank: string | null;
  branch: string | null;
  is_default: boolean;
  version: number;
  changed_at: Date;
  created_at: Date;
  deleted_at: Date | null;
};

export type CashOutRow = {
  id: string;
  cash_out_no: string;
  customer_id: string;
  kind: CashOutKind;
  method: CashOutMethod;
  receiver_id: string;
  receiver_mask: string;
  holder: string;
  bank: string | null;
  currency: Currency;
  amount: string;
  fee: string;
  tax: string;
  net: string;
  state: CashOutState;
  waits_for: CashOutWait | null;
  is_new_receiver: boolean;
  is_large: boolean;
  /** Two people pass it. */
  needs_two: boolean;
  first_by_id: string | null;
  first_by: string | null;
  first_at: Date | null;
  reason_zh: string | null;
  reason_en: string | null;
  hold_id: string;
  hold_transaction_id: string;
  end_transaction_id: string | null;
  merchant_id: string | null;
  provider_no: string | null;
  said: string | null;
  /** What WeChat's page takes, as JSON: who asked for the transfer, and its package. */
  confirm_with: string | null;
  /** In the address of our page on which the receiver confirms. */
  confirm_key: string | null;
  sends: number;
  sent_at: Date | null;
  is_refused: boolean;
  cancel_asked_at: Date | null;
  voucher_no: string | null;
  voucher_type: string | null;
  paid_by_id: string | null;
  paid_by: string | null;
  confirmed_by_id: string | null;
  confirmed_by: string | null;
  checked_by_id: string | null;
  checked_by: string | null;
  checked_at: Date | null;
  asked_by_id: string | null;
  asked_by: string;
  retry_of: string | null;
  /** How often it was asked for again under its number. */
  revived: number;
  next_at: Date | null;
  steps: number;
  created_at: Date;
  updated_at: Date;
  ended_at: Date | null;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'cash_outs.rule': RuleRow;
    'cash_outs.receiver': ReceiverRow;
    'cash_outs.cash_out': CashOutRow;
  }
}

const ofCustomer = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const cashOutTables = {
  'cash_outs.rule': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'cash_outs.receiver': ofCustomer,
  'cash_outs.cash_out': ofCustomer,
} as const satisfies Record<string, TableFacts>;
