import type { ColumnType, Generated } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

type Json = ColumnType<unknown, string | null, string | null>;

export type SelectionPreviewTable = {
  id: string;
  account_id: string;
  customer_id: string;
  action: string;
  parameters: Json;
  source: Json;
  will_touch: Generated<number>;
  will_skip: Generated<number>;
  counts: ColumnType<unknown, string | undefined, string>;
  created_at: Date;
  expires_at: Date;
  used_task_id: string | null;
  verdicts: Json;
  /** What it costs, if it does. */
  money: Json;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'card_batches.selection_preview': SelectionPreviewTable;
    'card_batches.selection_file': {
      id: string;
      account_id: string;
      file_name: string;
      rows: number;
      created_at: Date;
    };
    'card_batches.selection_file_row': { file_id: string; seq: number; value: string; parameter: string | null };
    'card_batches.selection_item': {
      preview_id: string;
      seq: number;
      card_id: string | null;
      iccid: string;
      skip_reason: string | null;
    };
  }
}

export const selectionTables = {
  'card_batches.selection_preview': { placement: { kind: 'local' }, scope: { kind: 'account', column: 'account_id' } },
  'card_batches.selection_file': { placement: { kind: 'local' }, scope: { kind: 'account', column: 'account_id' } },
  'card_batches.selection_file_row': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'card_batches.selection_item': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
