import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type {
  DifferenceSolution,
  StatementDifferenceKind,
  StatementLineKind,
} from '@cardinal/contract/enumerations/statement.ts';
import type { TableFacts } from '../../framework/domain.ts';

export type DayRow = {
  id: string;
  merchant_id: string;
  customer_id: string;
  day: string;
  state: 'waiting' | 'read' | 'lost';
  /** Of the file's lines. */
  digest: string | null;
  lines: number;
  reads: number;
  tries: number;
  changes: number;
  changed_at: Date | null;
  said_zh: string | null;
  said_en: string | null;
  read_at: Date | null;
  matched_at: Date | null;
  next_at: Date | null;
};

export type LineRow = {
  id: string;
  merchant_id: string;
  customer_id: string;
  day: string;
  kind: StatementLineKind;
  our_no: string;
  provider_no: string;
  currency: Currency;
  amount: string;
  fee: string | null;
  at: Date;
  times: number;
  payment_id: string | null;
  refund_id: string | null;
};

export type DaySumRow = {
  merchant_id: string;
  day: string;
  currency: Currency;
  customer_id: string;
  came: string;
  returned: string;
  our_came: string;
  our_returned: string;
  fee: string;
  fee_posted: string;
  postings: number;
  transaction_id: string | null;
};

export type DifferenceRow = {
  id: string;
  merchant_id: string;
  customer_id: string;
  day: string;
  kind: StatementDifferenceKind;
  line_kind: StatementLineKind;
  our_no: string;
  provider_no: string;
  their_amount: string | null;
  their_currency: Currency | null;
  our_amount: string | null;
  our_currency: Currency | null;
  our_state: string | null;
  payment_id: string | null;
  refund_id: string | null;
  opened_at: Date;
  solution: DifferenceSolution | null;
  solved_at: Date | null;
  reason: string | null;
  decided_by: string | null;
  decided_by_id: string | null;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'statements.day': DayRow;
    'statements.line': LineRow;
    'statements.day_sum': DaySumRow;
    'statements.difference': DifferenceRow;
  }
}

/** Of the merchant's owner: who pays through it sees nothing of its statements. */
const ofOwner = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const statementTables = {
  'statements.day': ofOwner,
  'statements.line': ofOwner,
  'statements.day_sum': ofOwner,
  'statements.difference': ofOwner,
} as const satisfies Record<string, TableFacts>;
