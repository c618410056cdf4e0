import type { WarningOrigin } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import type {
  WarningEnd,
  WarningEventState,
  WarningLevel,
  WarningMetric,
  WarningRuleState,
} from '@cardinal/contract/enumerations/warning.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type RuleTable = {
  id: string;
  customer_id: string;
  origin: WarningOrigin;
  name: string;
  metric: WarningMetric;
  /** A decimal in the figure's unit. */
  limit_text: string;
  window_minutes: number | null;
  hold_minutes: number;
  level: WarningLevel;
  receivers: string[];
  repeat_hours: number;
  customer_ids: string[];
  state: WarningRuleState;
  silenced_until: Date | null;
  last_fired_at: Date | null;
  version: Generated<number>;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
};
export type RuleRow = Selectable<RuleTable>;

/** Epoch seconds and the value then. */
export type Sample = readonly [seconds: number, value: number];

export type EventTable = {
  id: string;
  rule_id: string;
  customer_id: string;
  origin: WarningOrigin;
  rule_name: string;
  metric: WarningMetric;
  level: WarningLevel;
  object_id: string;
  object_name: string;
  object_customer_id: string;
  link: string;
  value: string;
  worst: string;
  limit_value: string;
  currency: string | null;
  samples: ColumnType<Sample[], string, string>;
  state: WarningEventState;
  opened_at: Date;
  told_at: Date | null;
  told: number;
  acknowledged_at: Date | null;
  handled_by: string | null;
  note: string | null;
  resolved_at: Date | null;
  ended_by: WarningEnd | null;
};
export type EventRow = Selectable<EventTable>;

export type WatchTable = {
  rule_id: string;
  object_id: string;
  beyond_since: Date;
  back_since: Date | null;
  event_id: string | null;
};
export type WatchRow = Selectable<WatchTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'early_warnings.rule': RuleTable;
    'early_warnings.event': EventTable;
    'early_warnings.watch': WatchTable;
  }
}

const ofCustomer = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const warningTables = {
  'early_warnings.rule': ofCustomer,
  'early_warnings.event': ofCustomer,
  // Read with its rule.
  'early_warnings.watch': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;

export const WHY = 'a warning is about what its owner and those below have, whoever looks';
