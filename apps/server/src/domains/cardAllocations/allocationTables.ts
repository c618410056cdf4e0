import type {
  AllocationDirection,
  AllocationResult,
  AllocationState,
} from '@cardinal/contract/enumerations/allocation.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type AllocationTable = {
  id: string;
  allocation_no: string;
  direction: AllocationDirection;
  /** The lower of both sides. */
  customer_id: string;
  from_customer_id: string;
  to_customer_id: string;
  /** Whose account made it. */
  maker_id: string;
  /** Null: each card keeps its own. */
  product_code: string | null;
  task_id: string;
  reverses_id: string | null;
  repeats_no: string | null;
  asked: number;
  done: Generated<number>;
  reversed: Generated<number>;
  state: AllocationState;
  /** Of one card; null: it moves no money. */
  unit_price: string | null;
  currency: Currency | null;
  payer_id: string | null;
  payee_id: string | null;
  hold_id: string | null;
  transaction_id: string | null;
  remark: string | null;
  made_by: string;
  created_at: Date;
  finished_at: Date | null;
};
export type AllocationRow = Selectable<AllocationTable>;

export type ItemTable = {
  id: string;
  /** Null: its owner changed without a document. */
  allocation_id: string | null;
  customer_id: string;
  from_customer_id: string | null;
  to_customer_id: string;
  task_id: string | null;
  card_id: string;
  iccid: string;
  result: Generated<AllocationResult>;
  words_zh: string | null;
  words_en: string | null;
  at: Date | null;
};

/** With whom a card was from when until when. */
export type StretchView = {
  id: string;
  card_id: string;
  iccid: string;
  customer_id: string;
  since: Date | null;
  until: Date | null;
  before_id: string | null;
  after_id: string | null;
  allocation_id: string | null;
  next_allocation_id: string | null;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'card_allocations.allocation': AllocationTable;
    'card_allocations.item': ItemTable;
    'card_allocations.v_stretch': StretchView;
  }
}

const ofLower = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const allocationTables = {
  'card_allocations.allocation': ofLower,
  'card_allocations.item': ofLower,
  // Of whoever had the card then.
  'card_allocations.v_stretch': ofLower,
} as const satisfies Record<string, TableFacts>;
