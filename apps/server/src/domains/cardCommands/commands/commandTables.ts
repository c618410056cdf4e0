import type { Generated } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

export type CardCommandTable = {
  id: string;
  card_id: string;
  iccid: string;
  customer_id: string;
  carrier_account_id: string;
  family: string;
  action: string;
  from_status: string;
  to_status: string;
  added_reasons: Generated<number[]>;
  lifted_reasons: Generated<number[]>;
  task_id: string | null;
  carrier_ref: string | null;
  state: string;
  asked_account_id: string | null;
  asked_at: Date;
  sent_at: Date | null;
  next_check_at: Date | null;
  checks: Generated<number>;
  closed_at: Date | null;
  carrier_words: string | null;
  note: string | null;
  note_en: string | null;
  is_unclear: Generated<boolean>;
  tries: Generated<number>;
  asked_name: Generated<string>;
  asked_customer_id: string | null;
  source: Generated<string>;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'card_commands.card_command': CardCommandTable;
    'card_commands.forced_stop': { card_id: string; reason: number; customer_id: string };
    'card_commands.v_refused_stop': { card_id: string; customer_id: string; added_reasons: number[]; closed_at: Date };
    'card_commands.confirm_lease': {
      carrier_account_id: string;
      token: string;
      leased_until: Date;
      worker: string | null;
    };
  }
}

export const commandTables = {
  'card_commands.card_command': {
    placement: { kind: 'local' },
    scope: { kind: 'tree', column: 'customer_id' },
  },
  'card_commands.forced_stop': {
    placement: { kind: 'local' },
    scope: { kind: 'tree', column: 'customer_id' },
  },
  'card_commands.v_refused_stop': {
    placement: { kind: 'local' },
    scope: { kind: 'tree', column: 'customer_id' },
  },
  'card_commands.confirm_lease': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
