import type {
  RemindFailure,
  RemindKind,
  RemindReceiver,
  RemindState,
  RemindWay,
} from '@cardinal/contract/enumerations/reminder.ts';
import type { SendResult } from '@cardinal/contract/enumerations/sending.ts';
import type { Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type RuleTable = {
  id: string;
  customer_id: string;
  name: string;
  kind: RemindKind;
  /** In percent, MB or days, rising. */
  thresholds: number[];
  receivers: RemindReceiver[];
  ways: RemindWay[];
  quiet_hours: string;
  customer_ids: string[];
  product_codes: string[];
  text_zh: string;
  text_en: string;
  state: RemindState;
  turned_at: Date | null;
  turned_by: string | null;
  /** The last day on which the endings of packages were gone through, all of them. */
  swept_day: string | null;
  version: Generated<number>;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
};
export type RuleRow = Selectable<RuleTable>;

export type FiringTable = {
  id: string;
  rule_id: string;
  kind: RemindKind;
  threshold: number;
  /** The package on a card, or the pool. */
  subject_id: string;
  /** The cycle; empty of what happens once. */
  period: string;
  fired_at: Date;
};

export type MessageTable = {
  id: string;
  firing_id: string;
  rule_id: string;
  customer_id: string;
  owner_id: string;
  holder_id: string;
  /** Told as the one that has the card, not as the owner of the rule. */
  is_for_holder: boolean;
  kind: RemindKind;
  threshold: number;
  card_id: string | null;
  iccid: string | null;
  pool_code: string | null;
  way: RemindWay;
  result: SendResult;
  failure: RemindFailure | null;
  text_zh: string;
  text_en: string;
  at: Date;
  due_at: Date;
  settled_at: Date | null;
  accounts: number | null;
  /** The notice it was merged into. */
  notice_no: string | null;
};
export type MessageRow = Selectable<MessageTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'usage_reminders.rule': RuleTable;
    'usage_reminders.firing': FiringTable;
    'usage_reminders.message': MessageTable;
  }
}

const ofCustomer = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const reminderTables = {
  'usage_reminders.rule': ofCustomer,
  // Whatever fired, whoever's card it was; read through its messages.
  'usage_reminders.firing': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'usage_reminders.message': ofCustomer,
} as const satisfies Record<string, TableFacts>;

export const WHY = 'a reminder is about the cards of its owner and those below, whoever looks';
