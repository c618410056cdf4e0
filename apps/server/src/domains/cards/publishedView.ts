import type { TableFacts } from '../../framework/domain.ts';
import type { CardTable } from './cardTables.ts';

/** What the rooms behind read of cards in their own lists and rollups. */
type PublishedCard = Pick<
  CardTable,
  | 'id'
  | 'iccid'
  | 'customer_id'
  | 'platform'
  | 'carrier_account_id'
  | 'kind'
  | 'carrier_status'
  | 'lifecycle'
  | 'package_name'
  | 'package_ends_at'
  | 'activated_at'
  | 'flow_used'
  | 'flow_total'
  | 'used_today'
  | 'usage_at'
  | 'last_session_at'
  | 'imei_changed_at'
  | 'pending_since'
  | 'created_at'
  | 'province'
  | 'voice_used'
  | 'sms_used'
> & { stop_reasons: number[]; online_state: number };

/** What the eSIM room reads of the cards that are code numbers. */
type PublishedEsimCard = Pick<
  CardTable,
  | 'id'
  | 'iccid'
  | 'customer_id'
  | 'platform'
  | 'carrier_account_id'
  | 'carrier_status'
  | 'lifecycle'
  | 'eid'
  | 'product_code'
  | 'package_name'
  | 'package_ends_at'
  | 'flow_used'
  | 'flow_total'
  | 'usage_at'
  | 'last_session_at'
  | 'activated_at'
  | 'pending_since'
> & { remark: string | null; stop_reasons: number[]; online_state: number };

declare module '../../framework/tables.ts' {
  interface Tables {
    'cards.v_card': PublishedCard;
    'cards.v_esim_card': PublishedEsimCard;
  }
}

export const cardViews = {
  'cards.v_card': { placement: { kind: 'distributed', by: 'id' }, scope: { kind: 'tree', column: 'customer_id' } },
  'cards.v_esim_card': { placement: { kind: 'distributed', by: 'id' }, scope: { kind: 'tree', column: 'customer_id' } },
} as const satisfies Record<string, TableFacts>;
