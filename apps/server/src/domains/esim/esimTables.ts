import type { EsimEnableState, Platform } from '@cardinal/contract/enumerations/card.ts';
import type {
  EsimArchitecture,
  EsimCause,
  EsimOperationKind,
  EsimOperationState,
  FiringResult,
  RspState,
  StrategyDecision,
  StrategyState,
  StrategyTrigger,
} from '@cardinal/contract/enumerations/esim.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';
import type { Rule } from './strategy/strategyRules.ts';

type Json<T> = ColumnType<T, string | undefined, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** What a chip's own list says of one profile. */
export type AuditedProfile = { readonly iccid: string; readonly state: 'enabled' | 'disabled' };

export type ChipTable = {
  eid: string;
  id: string;
  architecture: EsimArchitecture;
  customer_id: string;
  carrier_account_id: string;
  manufacturer: string | null;
  memory_free: string | null;
  imei: string | null;
  state: string;
  enabled_number_id: string | null;
  fallback_number_id: string | null;
  strategy_id: string | null;
  product_code: string | null;
  product_version: number | null;
  bootstrap_iccid: string | null;
  remark: string | null;
  audit: NullableJson<AuditedProfile[]>;
  last_audit_at: Date | null;
  import_batch_id: string | null;
  /** The sender's time of the last change of the enabled number that a notification told of. */
  reported_at: Date | null;
  /** A disabled number customers were not told of yet: what ran before, why, and how long another is awaited. */
  told_number_id: string | null;
  tell_cause: EsimCause | null;
  tell_after: Date | null;
  /** Where its network is, as its eIM or its sessions last told (ISO 3166 alpha-2), and since when. */
  country: string | null;
  mcc: string | null;
  mnc: string | null;
  network_source: 'eim' | 'session' | null;
  country_at: Date | null;
  /** The sender's time of the last thing told of its network. */
  network_at: Date | null;
  network_lost_at: Date | null;
  /** What its strategy could not do yet, and when it looks again. */
  held_trigger: StrategyTrigger | null;
  look_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
};
export type ChipRow = Selectable<ChipTable>;

export type CodeNumberTable = {
  card_id: string;
  iccid: string;
  imsi: string | null;
  msisdn: string | null;
  profile_type: string;
  platform: Platform;
  country: string;
  carrier_account_id: string;
  smdp_account_id: string;
  smdp_address: string | null;
  /** Sealed at `numberPlace(card_id, 'matchingId')`. */
  matching_id: string | null;
  /** Sealed at `numberPlace(card_id, 'activationCode')`. */
  activation_code: string | null;
  eid: string | null;
  enable_state: EsimEnableState;
  rsp_state: RspState;
  state_words: NullableJson<Text>;
  cost: string | null;
  currency: Generated<string>;
  import_batch_id: string | null;
  imported_at: Date;
  bound_at: Date | null;
  state_at: Date;
  took_card: Generated<boolean>;
  version: Generated<number>;
};
export type CodeNumberRow = Selectable<CodeNumberTable>;

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
  /** Sealed at `operationPlace(id)`. */
  confirmation_code: string | null;
  previous_card_id: string | null;
  asked_at: Date;
  sent_at: Date | null;
  next_check_at: Date | null;
  checks: Generated<number>;
  expires_at: Date | null;
  closed_at: Date | null;
  /** The SM-DP+ or eIM that is asked; null for what was never to be carried out here. */
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

/** Whom a strategy is for; an empty list leaves nobody out. */
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
  /** What kept it from acting. */
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
    'esim.chip': ChipTable;
    'esim.chip_tag': { eid: string; tag_id: string; customer_id: string };
    'esim.code_number': CodeNumberTable;
    'esim.matching_claim': { value: string; card_id: string };
    'esim.operation': OperationTable;
    'esim.notification_point': NotificationPointTable;
    'esim.strategy': StrategyTable;
    'esim.firing': FiringTable;
  }
}

const byEid = { kind: 'distributed', by: 'eid' } as const;
const treeOf = (column: string) => ({ kind: 'tree', column }) as const;
const everybodys = { kind: 'global' } as const;

export const esimTables = {
  'esim.chip': { placement: byEid, scope: treeOf('customer_id') },
  'esim.chip_tag': { placement: byEid, scope: { kind: 'own', column: 'customer_id' } },
  // A code number is its card's: it is read through `cards.v_esim_card`, which knows whose it is.
  'esim.code_number': { placement: { kind: 'distributed', by: 'card_id' }, scope: everybodys },
  'esim.matching_claim': { placement: { kind: 'byValue', by: ['value'] }, scope: everybodys },
  'esim.operation': { placement: byEid, scope: treeOf('customer_id') },
  // Reached through its chip or its operation.
  'esim.notification_point': { placement: byEid, scope: everybodys },
  'esim.strategy': { placement: { kind: 'local' }, scope: treeOf('customer_id') },
  'esim.firing': { placement: byEid, scope: treeOf('customer_id') },
} as const satisfies Record<string, TableFacts>;
