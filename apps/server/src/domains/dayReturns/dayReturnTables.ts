import type { DayReturnReason, DayReturnState, DayReturnStep } from '@cardinal/contract/enumerations/dayReturn.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { TableFacts } from '../../framework/domain.ts';

export type SwitchRow = {
  customer_id: string;
  is_on: boolean;
  least: string;
  hour: number;
  next_at: Date | null;
  version: number;
  set_by_id: string;
  set_by: string;
  set_at: Date;
};

export type ItemRow = {
  id: string;
  /** A date, written as one. */
  day: string;
  customer_id: string;
  currency: Currency;
  state: DayReturnState;
  amount: string;
  step: DayReturnStep | null;
  reason: DayReturnReason | null;
  why_zh: string | null;
  why_en: string | null;
  attempts: number;
  next_at: Date | null;
  cash_out_id: string | null;
  cash_out_no: string | null;
  failed_at: Date | null;
  solved_at: Date | null;
  told: number;
  told_at: Date | null;
  asked_by_id: string;
  asked_by: string;
  created_at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'day_returns.switch': SwitchRow;
    'day_returns.item': ItemRow;
  }
}

const ofCustomer = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const dayReturnTables = {
  'day_returns.switch': ofCustomer,
  'day_returns.item': ofCustomer,
} as const satisfies Record<string, TableFacts>;
