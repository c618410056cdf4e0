import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { RechargeMethod, RechargeState } from '@cardinal/contract/enumerations/recharge.ts';
import type { TableFacts } from '../../../framework/domain.ts';

export type RechargeTable = {
  id: string;
  recharge_no: string;
  customer_id: string;
  payer_id: string;
  method: RechargeMethod;
  currency: Currency;
  /** Negative: a deduction. */
  amount: string;
  bonus: string;
  state: RechargeState;
  bank: string | null;
  voucher_no: string | null;
  voucher_type: string | null;
  voucher_name: string | null;
  /** Where a transfer came in, if whoever entered it said so. */
  collecting_account_id: string | null;
  remark: string | null;
  decision: string | null;
  repeat_reason: string | null;
  /** The balance it was posted to. */
  account_id: string | null;
  transaction_id: string | null;
  entered_by_id: string | null;
  entered_by: string;
  checked_by_id: string | null;
  checked_by: string | null;
  created_at: Date;
  decided_at: Date | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'customer_accounts.recharge': RechargeTable;
  }
}

export const rechargeTables = {
  'customer_accounts.recharge': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
} as const satisfies Record<string, TableFacts>;
