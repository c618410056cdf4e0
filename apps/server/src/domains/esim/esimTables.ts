import type { EsimEnableState, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { EsimArchitecture, EsimCause, RspState, StrategyTrigger } from '@cardinal/contract/enumerations/esim.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** A profile in a chip's own list. */
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
  /** The sender's time of the last reported change of the active number. */
  reported_at: Date | null;
  /**
   * A disabled number not yet announced to customers: the number that was active before, the cause, and how long another one is
   * awaited.
   */
  told_number_id: string | null;
  tell_cause: EsimCause | null;
  tell_after: Date | null;
  /** The country of its network, as its eIM or sessions last reported (ISO 3166 alpha-2), and since when. */
  country: string | null;
  mcc: string | null;
  mnc: string | null;
  network_source: 'eim' | 'session' | null;
  country_at: Date | null;
  /** The sender's time of the last report on its network. */
  network_at: Date | null;
  network_lost_at: Date | null;
  /** What its strategy could not do yet, and when it tries again. */
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
  /** Encrypted for `numberPlace(card_id, 'matchingId')`. */
  matching_id: string | null;
  /** Encrypted for `numberPlace(card_id, 'activationCode')`. */
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

declare module '../../framework/tables.ts' {
  interface Tables {
    'esim.chip': ChipTable;
    'esim.chip_tag': { eid: string; tag_id: string; customer_id: string };
    'esim.code_number': CodeNumberTable;
    'esim.matching_claim': { value: string; card_id: string };
    'esim.v_chip': ChipTable;
    'esim.v_chip_tag': { eid: string; tag_id: string; customer_id: string };
    'esim.v_code_number': CodeNumberTable;
    'esim.v_import_batch': { id: string; customer_id: string };
  }
}

const local = { kind: 'local' } as const;
const treeOf = (column: string) => ({ kind: 'tree', column }) as const;
const everybodys = { kind: 'global' } as const;

export const esimTables = {
  'esim.chip': { placement: local, scope: treeOf('customer_id') },
  'esim.chip_tag': { placement: local, scope: { kind: 'own', column: 'customer_id' } },
  // A code number belongs to its card: it is read through `cards.v_esim_card`, which applies the scope.
  'esim.code_number': { placement: local, scope: everybodys },
  'esim.matching_claim': { placement: local, scope: everybodys },
  'esim.v_chip': { placement: local, scope: treeOf('customer_id') },
  'esim.v_chip_tag': { placement: local, scope: { kind: 'own', column: 'customer_id' } },
  'esim.v_code_number': { placement: local, scope: everybodys },
  'esim.v_import_batch': { placement: local, scope: treeOf('customer_id') },
} as const satisfies Record<string, TableFacts>;
