import type { LedgerAccountKind, LedgerOwner, LedgerTransactionKind } from '@cardinal/contract/enumerations/ledger.ts';
import type { TableFacts } from '../../framework/domain.ts';

/** How a transaction posts. */
export type Step = 'post' | 'hold' | 'settle' | 'release' | 'reverse';

declare module '../../framework/tables.ts' {
  interface Tables {
    'ledger.account_kind': { kind: LedgerAccountKind; is_deferred: boolean; has_floor: boolean };
    'ledger.owner_kind': { kind: LedgerOwner };
    'ledger.account': {
      id: string;
      owner_kind: LedgerOwner;
      owner_id: string;
      currency: string;
      kind: LedgerAccountKind;
      is_deferred: boolean;
      has_floor: boolean;
      customer_id: string;
      balance: string;
      seq: string;
      credit: string;
      backer_id: string | null;
      debts_below: string;
      opened_at: Date;
    };
    'ledger.transaction': {
      id: string;
      business_key: string;
      fingerprint: string;
      step: Step;
      kind: LedgerTransactionKind;
      at: Date;
      actor_account_id: string | null;
      actor_name: string;
      hold_id: string | null;
      reverses: string | null;
      consume_type: number | null;
      business_no: string | null;
      remark: string | null;
    };
    'ledger.posting': {
      account_id: string;
      seq: string;
      at: Date;
      transaction_id: string;
      customer_id: string;
      amount: string;
      balance: string;
    };
    'ledger.deferred_posting': {
      account_id: string;
      transaction_id: string;
      at: Date;
      customer_id: string;
      amount: string;
    };
    'ledger.hold': {
      id: string;
      source_id: string;
      frozen_id: string;
      amount: string;
      remaining: string;
      opened_at: Date;
    };
    'ledger.daily_statement': {
      account_id: string;
      day: string;
      customer_id: string;
      opening: string;
      money_in: string;
      money_out: string;
      closing: string;
      first_seq: string;
      last_seq: string;
    };
    'ledger.checked_account': { account_id: string; seq: string; balance: string };
    /** Published for what later rooms show of the ledger. */
    'ledger.v_account': Omit<Tables['ledger.account'], 'has_floor'> & { spendable: string };
    'ledger.v_posting': Tables['ledger.posting'];
    /** Postings of customers' balances and payables, with their transaction. */
    'ledger.v_entry': Tables['ledger.posting'] &
      Omit<Tables['ledger.transaction'], 'id' | 'business_key' | 'fingerprint' | 'at' | 'hold_id' | 'reverses'> & {
        id: string;
        account_kind: LedgerAccountKind;
        currency: string;
      };
    /** All postings of a transaction; without a balance while they wait to be folded. */
    'ledger.v_leg': {
      transaction_id: string;
      account_id: string;
      customer_id: string;
      amount: string;
      balance: string | null;
      kind: LedgerAccountKind;
      currency: string;
    };
    'ledger.v_transaction': Omit<Tables['ledger.transaction'], 'fingerprint'>;
    'ledger.finding': { subject: string; problem: string; details: string; found_at: Date };
    'ledger.check_run': {
      id: string;
      at: Date;
      is_whole: boolean;
      milliseconds: number;
      findings: number;
    };
  }
}

const local = { kind: 'local' } as const;
const ofCustomer = { placement: local, scope: { kind: 'tree', column: 'customer_id' } } as const;
const global = { placement: local, scope: { kind: 'global' } } as const;

export const ledgerTables = {
  'ledger.account_kind': global,
  'ledger.owner_kind': global,
  'ledger.account': ofCustomer,
  // Between customers of several levels; reached through the postings, which are scoped.
  'ledger.transaction': global,
  'ledger.posting': ofCustomer,
  'ledger.deferred_posting': ofCustomer,
  'ledger.hold': global,
  'ledger.daily_statement': ofCustomer,
  'ledger.checked_account': global,
  'ledger.v_account': ofCustomer,
  'ledger.v_posting': ofCustomer,
  'ledger.v_entry': ofCustomer,
  'ledger.v_leg': ofCustomer,
  'ledger.v_transaction': global,
  'ledger.finding': global,
  'ledger.check_run': global,
} as const satisfies Record<string, TableFacts>;
