import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { FlowRestore } from '@cardinal/contract/enumerations/control.ts';
import type { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import type { SpeedGovernor } from '@cardinal/contract/enumerations/speedLimit.ts';
import type { Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type SpeedLimitTable = {
  id: string;
  customer_id: string;
  name: string;
  platform: Platform;
  carrier_account_id: string;
  /** Either tiers, or one fixed speed. */
  limit_strategy_id: string | null;
  kbps: number | null;
  product_codes: string[];
  tag_ids: string[];
  card_ids: string[];
  card_numbers: string;
  from_day: string | null;
  to_day: string | null;
  restore: FlowRestore;
  brake: number;
  revision: number;
  state: OperationState;
  shadow_since: Date | null;
  turned_at: Date | null;
  turned_by: string | null;
  paused_at: Date | null;
  /** Firings before do not count for the brake. */
  brake_from: Date | null;
  wanted_by_id: string | null;
  wanted_by: string | null;
  version: Generated<number>;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
};
export type SpeedLimitRow = Selectable<SpeedLimitTable>;

export type StandingTable = {
  speed_limit_id: string;
  card_id: string;
  customer_id: string;
  /** What a step limits the card within: a cycle, the package in use, or for good. */
  period: string;
  turns_at: Date | null;
  used_bytes: string;
  counted_at: Date | null;
  step: number;
  due_kbps: number | null;
  /** Steps up to this one were lifted by a person within the period. */
  passed_step: Generated<number>;
  passed_by: string | null;
  exempt_until: string | null;
  judged_at: Date;
};

export type CardSpeedTable = {
  card_id: string;
  iccid: string;
  customer_id: string;
  carrier_account_id: string;
  speed_limit_id: string | null;
  governor: SpeedGovernor | null;
  due_kbps: number | null;
  due_since: Date;
  manual_kbps: number | null;
  /** 0: full speed. */
  asked_kbps: number | null;
  held_kbps: number | null;
  state: 'idle' | 'waiting' | 'confirmed' | 'refused';
  task_id: string | null;
  words_zh: string | null;
  words_en: string | null;
  state_at: Date;
};
export type CardSpeedRow = Selectable<CardSpeedTable>;

export type DemandTable = {
  card_id: string;
  /** What is behind it in its room. */
  source_id: string;
  kbps: number;
  why_zh: string;
  why_en: string;
  /** A person has changed the speed since. */
  is_passed: Generated<boolean>;
  since: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'speed_limits.speed_limit': SpeedLimitTable;
    'speed_limits.speed_limit_version': {
      speed_limit_id: string;
      revision: number;
      words_zh: string;
      words_en: string;
      created_at: Date;
      created_by: string | null;
    };
    'speed_limits.standing': StandingTable;
    'speed_limits.card_speed': CardSpeedTable;
    'speed_limits.demand': DemandTable;
    /** Published: what became of each. */
    'speed_limits.v_demand': Pick<DemandTable, 'card_id' | 'source_id' | 'kbps'> & {
      is_passed: boolean;
      state: CardSpeedTable['state'] | null;
      governor: SpeedGovernor | null;
    };
    'speed_limits.firing': {
      id: string;
      speed_limit_id: string;
      revision: number;
      card_id: string;
      iccid: string;
      customer_id: string;
      period: string;
      step: number;
      kbps: number;
      used_bytes: string;
      counted_at: Date | null;
      is_shadow: boolean;
      fired_at: Date;
    };
  }
}

const ofCustomer = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;
// Reached through a speed limit or a card, which are scoped.
const reached = { placement: { kind: 'local' }, scope: { kind: 'global' } } as const;

export const speedLimitTables = {
  'speed_limits.speed_limit': ofCustomer,
  'speed_limits.speed_limit_version': reached,
  'speed_limits.standing': reached,
  'speed_limits.card_speed': reached,
  'speed_limits.demand': reached,
  'speed_limits.v_demand': reached,
  'speed_limits.firing': ofCustomer,
} as const satisfies Record<string, TableFacts>;

export const WHY = 'a speed limit acts on the cards of its owner and those below, whoever looks';
