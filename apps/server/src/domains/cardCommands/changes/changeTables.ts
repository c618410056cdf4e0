import type { TableFacts } from '../../../framework/domain.ts';
import type { Aspect, ChangeAction } from './changeKinds.ts';

export type AskedChangeTable = {
  card_id: string;
  aspect: Aspect;
  id: string;
  iccid: string;
  customer_id: string;
  carrier_account_id: string;
  action: ChangeAction;
  from_value: string | null;
  to_value: string;
  task_id: string;
  account_id: string | null;
  account_name: string;
  account_customer_id: string | null;
  /** False only while the first request is under way. */
  is_sent: boolean;
  is_unclear: boolean;
  carrier_ref: string | null;
  asked_at: Date;
  sent_at: Date | null;
  next_check_at: Date | null;
  checks: number;
  tries: number;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'card_commands.asked_change': AskedChangeTable;
    'card_commands.v_asked_change': Pick<
      AskedChangeTable,
      'card_id' | 'customer_id' | 'aspect' | 'to_value' | 'asked_at'
    >;
  }
}

const ofCard = {
  placement: { kind: 'local' },
  scope: { kind: 'tree', column: 'customer_id' },
} as const satisfies TableFacts;

export const changeTables = {
  'card_commands.asked_change': ofCard,
  'card_commands.v_asked_change': ofCard,
} as const satisfies Record<string, TableFacts>;
