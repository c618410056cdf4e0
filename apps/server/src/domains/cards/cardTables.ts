import type { WhiteNumber } from '@cardinal/contract/api/cardCommands/whiteList.ts';
import type { ColumnType, Generated } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

type Json = ColumnType<unknown, string | null, string | null>;

export type CardTable = {
  id: string;
  iccid: string;
  platform: number;
  sub_type: number | null;
  carrier_account_id: string;
  kind: number;
  size: number | null;
  business_number: string | null;
  mapping_number: string | null;
  imsi: string | null;
  imei: string | null;
  eid: string | null;
  carrier_status: string;
  lifecycle: string;
  stop_reasons: Generated<number[]>;
  sleep_status: Generated<string>;
  real_name_status: Generated<number>;
  customer_id: string;
  product_code: string | null;
  product_version: Generated<number | null>;
  package_name: string | null;
  package_ends_at: Date | null;
  pool_code: string | null;
  activated_at: Date | null;
  service_period_end: Date | null;
  flow_total: string | null;
  flow_used: string | null;
  used_today: string | null;
  voice_total: string | null;
  voice_used: string | null;
  sms_total: string | null;
  sms_used: string | null;
  usage_at: Date | null;
  online_state: Generated<number>;
  last_session_at: Date | null;
  imei_changed_at: Date | null;
  /** When it last used more than three times its daily average in one day, under its present owner. */
  usage_jumped_at: Date | null;
  last_sync_at: Date | null;
  pending_action: string | null;
  pending_to: string | null;
  pending_since: Date | null;
  import_batch_id: string | null;
  rate_plan: string | null;
  communication_plan: string | null;
  refreshed_at: Date | null;
  data_on: boolean | null;
  speed_kbps: number | null;
  voice_on: boolean | null;
  sms_on: boolean | null;
  white_list_count: number | null;
  apn: string | null;
  usage_cap_mb: number | null;
  /** The list as its carrier keeps it, each number with our own remark; null if never reported. */
  white_list: ColumnType<readonly WhiteNumber[] | null, string | null, string | null>;
  bound_imei: string | null;
  bound_imei_at: Date | null;
  /** The province of its last location, by GB/T 2260 code: 44 is Guangdong. */
  province: number | null;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
};

export type CardEventTable = {
  id: string;
  card_id: string;
  at: Date;
  iccid: string;
  customer_id: string;
  operation_type: number;
  action: string;
  from_value: Json;
  to_value: Json;
  result: string;
  source: string;
  actor_account_id: string | null;
  actor_customer_id: string | null;
  actor_name: string | null;
  task_id: string | null;
  command_id: string | null;
  carrier_ref: string | null;
  carrier_words: string | null;
  carrier_words_en: string | null;
  reason: string | null;
  reason_en: string | null;
  address: string | null;
  /** It leads all records its task wrote on cards of its customer; records without a task lead themselves. */
  is_lead: Generated<boolean>;
  /**
   * The card's state after this record (`CardState`); null for records from before states were stored, and for deleted cards.
   */
  state: Json;
};

export type TagTable = {
  id: string;
  customer_id: string;
  name: string;
  color: string;
  tag_group: string | null;
  remark: string | null;
  created_by: string | null;
  created_by_name: string | null;
  created_at: Date;
};

export type TagEndedTable = {
  tag_id: string;
  customer_id: string;
  name: string;
  color: string;
  into_id: string | null;
  ended_at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'cards.card': CardTable;
    'cards.card_identifier': { kind: number; value: string; card_id: string };
    'cards.card_event': CardEventTable;
    'cards.event_fold': {
      task_id: string;
      customer_id: string;
      /** The leading record, if several claim to lead; set for records from before folding existed. */
      lead_id: string | null;
    };
    'cards.card_remark': { card_id: string; remark: string };
    'cards.imei_seen': { card_id: string; seen_at: Date; imei: string; customer_id: string };
    'cards.tag': TagTable;
    'cards.tag_ended': TagEndedTable;
    'cards.card_tag': { card_id: string; tag_id: string; customer_id: string };
  }
}

const local = { kind: 'local' } as const;
const treeOf = (column: string) => ({ kind: 'tree', column }) as const;
const ownOf = (column: string) => ({ kind: 'own', column }) as const;

export const cardTables = {
  'cards.card': { placement: local, scope: treeOf('customer_id') },
  'cards.card_identifier': { placement: local, scope: { kind: 'global' } },
  'cards.card_event': { placement: local, scope: treeOf('customer_id') },
  'cards.event_fold': {
    placement: local,
    scope: { kind: 'tree', column: 'customer_id' },
  },
  'cards.event_fold_walk': { placement: local, scope: { kind: 'global' } },
  'cards.card_remark': { placement: local, scope: { kind: 'global' } },
  'cards.imei_seen': { placement: local, scope: { kind: 'tree', column: 'customer_id' } },
  'cards.tag': { placement: local, scope: ownOf('customer_id') },
  'cards.tag_ended': { placement: local, scope: ownOf('customer_id') },
  'cards.card_tag': { placement: local, scope: ownOf('customer_id') },
} as const satisfies Record<string, TableFacts>;
