import type { FlowBase, FlowFiringState, FlowRestore } from '@cardinal/contract/enumerations/control.ts';
import type { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type FiringTable = {
  id: string;
  strategy_id: string;
  /** Of the strategy when it fired. */
  revision: number;
  card_id: string;
  iccid: string;
  customer_id: string;
  /** The package on the card. */
  usage_id: string;
  package_name: string;
  /** The cycle, or the day of a rule that goes by days. */
  period: string;
  turns_at: Date;
  base: FlowBase;
  threshold: string;
  action: ControlAction;
  reason: number | null;
  /** The speed a rule limits to. */
  kbps: number | null;
  restore: FlowRestore;
  is_shadow: boolean;
  state: FlowFiringState;
  /** Up to when the carrier had counted. */
  read_at: Date | null;
  used_bytes: string;
  /** Null: without a limit. */
  allowance_bytes: string | null;
  day_bytes: string | null;
  /** How full the card's pool was; null: it is in none. */
  pool_percent: number | null;
  fired_at: Date;
  lifted_at: Date | null;
  lifted_zh: string | null;
  lifted_en: string | null;
  /** Ended by what was added to the package: the rule may fire again. */
  is_refuelled: Generated<boolean>;
};

export type CutOffTable = {
  card_id: string;
  customer_id: string;
  /** What was asked last: data on, or off. */
  to_on: boolean;
  task_id: string;
  state: 'waiting' | 'standing' | 'refused';
  state_at: Date;
};
export type CutOffRow = Selectable<CutOffTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'flow_control.firing': FiringTable;
    'flow_control.cut_off': CutOffTable;
  }
}

export const flowControlTables = {
  'flow_control.firing': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  // Reached through a card, which is scoped.
  'flow_control.cut_off': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;

export const WHY = 'a strategy acts on the cards of its owner and those below, whoever looks';
