import type {
  ChannelDecision,
  ChannelDifferenceKind,
  ChannelOrderState,
} from '@cardinal/contract/enumerations/channelStatement.ts';
import type { SalesPlatform } from '@cardinal/contract/enumerations/order.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';
import type { BatchTable, RowTable } from '../sheetImports/face.ts';

export type StatementTable = BatchTable & {
  sales_platform: SalesPlatform;
  /** Days of China, both included. */
  period_from: string;
  period_to: string;
  /** The owner's. */
  currency: string;
  fresh: Generated<number>;
  changed: Generated<number>;
  settled: Generated<string>;
  differences: Generated<number>;
};
export type Statement = Selectable<StatementTable>;

/** A row as it is taken over. Of a redeem code only its hash and its last letters. */
export type ReadLine = {
  readonly theirOrderNo: string;
  readonly orderedAt: string;
  readonly iccid: string | null;
  readonly codeHash: string | null;
  readonly codeMask: string | null;
  readonly amount: string;
  readonly settlement: string;
  readonly commission: string;
  readonly state: ChannelOrderState;
  readonly settledOn: string | null;
};

type StatementRowTable = RowTable & { subject: string; fields: ColumnType<ReadLine, string, string> };

export type LineTable = {
  id: string;
  customer_id: string;
  sales_platform: SalesPlatform;
  their_order_no: string;
  ordered_at: Date;
  iccid: string | null;
  code_hash: string | null;
  code_mask: string | null;
  amount: string;
  settlement: string;
  commission: string;
  currency: string;
  state: ChannelOrderState;
  settled_on: string | null;
  batch_id: string;
  order_id: string | null;
};
export type LineRow = Selectable<LineTable>;

export type DifferenceTable = {
  id: string;
  number: string;
  customer_id: string;
  sales_platform: SalesPlatform;
  kind: ChannelDifferenceKind;
  /** Null: no line names the order. */
  line_id: string | null;
  order_id: string | null;
  order_no: string | null;
  ordered_at: Date;
  their_order_no: string | null;
  iccid: string | null;
  code_mask: string | null;
  package_name: string | null;
  their_state: ChannelOrderState | null;
  our_state: ChannelOrderState | null;
  their_settlement: string | null;
  our_settlement: string | null;
  currency: string;
  found_at: Date;
  decision: ChannelDecision | null;
  reason: string | null;
  decided_by: string | null;
  decided_by_id: string | null;
  decided_at: Date | null;
};
export type DifferenceRow = Selectable<DifferenceTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'channel_statements.import_batch': StatementTable;
    'channel_statements.import_row': StatementRowTable;
    'channel_statements.line': LineTable;
    'channel_statements.difference': DifferenceTable;
  }
}

/** A statement is its owner's alone: those above have accounts of their own with shops. Rows are reached through it only. */
const ofOwner = { placement: { kind: 'local' }, scope: { kind: 'own', column: 'customer_id' } } as const;

export const statementTables = {
  'channel_statements.import_batch': ofOwner,
  'channel_statements.import_row': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'channel_statements.line': ofOwner,
  'channel_statements.difference': ofOwner,
} as const satisfies Record<string, TableFacts>;
