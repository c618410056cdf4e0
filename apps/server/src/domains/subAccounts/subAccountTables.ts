import type { SplitRule, SubAccountKind, SubAccountState } from '@cardinal/contract/enumerations/subAccount.ts';
import type { Generated } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type SubAccountRow = {
  id: string;
  merchant_id: string;
  /** Whose merchant it is. */
  owner_id: string;
  customer_id: string;
  kind: SubAccountKind;
  holder: string;
  /** Sealed. */
  id_number: string;
  /** Sealed. */
  phone: string;
  phone_mask: string;
  /** Sealed. */
  bank_card: string;
  card_mask: string;
  /** Ours, by which the provider knows it. */
  user_no: string;
  apply_no: string;
  /** Sealed; null once it was taken. */
  token: string | null;
  state: SubAccountState;
  said: string;
  asked_at: Date;
  balance: string | null;
  split_rule: SplitRule;
  failure_zh: string | null;
  failure_en: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

export type SplitRow = {
  id: string;
  payment_id: string;
  account_id: string;
  customer_id: string;
  merchant_id: string;
  owner_id: string;
  user_no: string;
  amount: string;
  order_id: string | null;
  /** Of it: posted as profit that is paid out, and of that given back. */
  posted: string;
  given_back: string;
  /** By refunds, done or under way. */
  taken_back: string;
  created_at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'sub_accounts.account': SubAccountRow;
    'sub_accounts.split': Omit<SplitRow, 'posted' | 'given_back' | 'taken_back'> & {
      posted: Generated<string>;
      given_back: Generated<string>;
      taken_back: Generated<string>;
    };
    'sub_accounts.take_back': {
      id: string;
      split_id: string;
      payment_id: string;
      customer_id: string;
      amount: string;
      /** The reversal of which it is a part, and what that gives back in all. */
      batch: string | null;
      batch_total: string | null;
      refund_id: string | null;
      owed_at: Date | null;
      created_at: Date;
    };
  }
}

const ofCustomer = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const subAccountTables = {
  'sub_accounts.account': ofCustomer,
  'sub_accounts.split': ofCustomer,
  'sub_accounts.take_back': ofCustomer,
} as const satisfies Record<string, TableFacts>;
