import type {
  EsimCause,
  EsimOperationKind,
  EsimOperationState,
  FiringResult,
  StrategyDecision,
  StrategyState,
  StrategyTrigger,
} from '@cardinal/contract/enumerations/esim.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

type Json<T> = ColumnType<T, string | undefined, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export type OperationTable = {
  eid: string;
  id: string;
  customer_id: string;
  card_id: string | null;
  iccid: string | null;
  kind: EsimOperationKind;
  function_call_identifier: string;
  task_id: string | null;
  state: EsimOperationState;
  subject_code: string | null;
  reason_code: string | null;
  words: NullableJson<Text>;
  cause: Generated<EsimCause>;
  asked_account_id: string | null;
  asked_name: Generated<string>;
  /** Encrypted for `operationPlace(id)`. */
  confirmation_code: string | null;
  previous_card_id: string | null;
  asked_at: Date;
  sent_at: Date | null;
  next_check_at: Date | null;
  checks: Generated<number>;
  expires_at: Date | null;
  closed_at: Date | null;
  /** The SM-DP+ or eIM to call; null if it was never meant to be carried out here. */
  carrier_account_id: string | null;
  carrier_ref: string | null;
  claimed_until: Date | null;
  /** The number is enabled as soon as it is on the chip. */
  enables_after: Generated<boolean>;
};
export type OperationRow = Selectable<OperationTable>;

export type NotificationPointTable = {
  eid: string;
  id: string;
  operation_id: string | null;
  card_id: string | null;
  iccid: string;
  point: string;
  is_success: boolean;
  subject_code: string | null;
  reason_code: string | null;
  words: NullableJson<Text>;
  at: Date;
  received_at: Date;
  sameness: string;
};

export type Choice = {
  readonly profileType: string;
  readonly country: string | null;
  readonly carrierAccountId: string | null;
};
export type Rule = {
  readonly triggers: readonly StrategyTrigger[];
  /** Where the chip is; empty: anywhere. */
  readonly countries: readonly string[];
  readonly minutes: number;
  readonly days: number;
  readonly choices: readonly Choice[];
};

/** To whom a strategy applies; an empty list excludes nobody. */
export type Reach = {
  readonly customerIds: readonly string[];
  readonly productCodes: readonly string[];
  readonly tagIds: readonly string[];
};

export type StrategyTable = {
  id: string;
  customer_id: string;
  name: string;
  state: StrategyState;
  reach: ColumnType<Reach, string, string>;
  rules: ColumnType<Rule[], string, string>;
  switches_per_day: Generated<number>;
  minimum_stay_hours: Generated<number>;
  package_rule: Generated<'stays' | 'follows'>;
  created_by_name: string | null;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
};
export type StrategyRow = Selectable<StrategyTable>;

export type FiringTable = {
  eid: string;
  id: string;
  strategy_id: string;
  customer_id: string;
  trigger: StrategyTrigger;
  country: string | null;
  decision: StrategyDecision;
  /** What prevented it from acting. */
  code: string | null;
  rule: number | null;
  profile_type: string | null;
  number_country: string | null;
  card_id: string | null;
  iccid: string | null;
  operation_id: string | null;
  why: Json<Text>;
  missing: Generated<string[]>;
  held_until: Date | null;
  result: FiringResult;
  is_shadow: boolean;
  fired_at: Date;
  ended_at: Date | null;
};
export type FiringRow = Selectable<FiringTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'esim_operations.operation': OperationTable;
    'esim_operations.notification_point': NotificationPointTable;
    'esim_operations.strategy': StrategyTable;
    'esim_operations.firing': FiringTable;
  }
}

const local = { kind: 'local' } as const;
const treeOf = (column: string) => ({ kind: 'tree', column }) as const;

export const operationTables = {
  'esim_operations.operation': { placement: local, scope: treeOf('customer_id') },
  // Reached through its chip or its operation.
  'esim_operations.notification_point': { placement: local, scope: { kind: 'global' } },
  'esim_operations.strategy': { placement: local, scope: treeOf('customer_id') },
  'esim_operations.firing': { placement: local, scope: treeOf('customer_id') },
} as const satisfies Record<string, TableFacts>;
