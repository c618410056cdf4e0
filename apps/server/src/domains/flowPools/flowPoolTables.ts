import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type FlowPoolTable = {
  id: string;
  customer_id: string;
  pool_code: string;
  name: string;
  /** Null: cards of any carrier account. */
  platform: Platform | null;
  carrier_account_id: string | null;
  cycle_day: number;
  zone: string;
  needs_package: boolean;
  thresholds: number[];
  exhausted_action: ControlAction;
  state: 'open' | 'closed';
  cards: Generated<number>;
  round: Generated<number>;
  is_exhausted: Generated<boolean>;
  /** How full it was when later rooms were last told. */
  told_percent: Generated<number | null>;
  used_at: Date | null;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
};
export type FlowPoolRow = Selectable<FlowPoolTable>;

export type FeedTable = {
  id: string;
  pool_id: string;
  customer_id: string;
  order_id: string;
  order_no: string;
  line_id: string;
  package_id: string;
  package_version_id: string;
  package_name: string;
  total: string;
  used: Generated<string>;
  price: string;
  currency: string;
  starts_at: Date;
  ends_at: Date;
  begun_at: Date | null;
  ended_at: Date | null;
  refunded_at: Date | null;
  created_at: Date;
};
export type FeedRow = Selectable<FeedTable>;

export type FlowMemberTable = {
  id: string;
  card_id: string;
  iccid: string;
  pool_id: string;
  customer_id: string;
  joined_at: Date;
  join_day: string;
  join_mark: string;
  left_at: Date | null;
  leave_day: string | null;
  leave_mark: string | null;
};
export type FlowMemberRow = Selectable<FlowMemberTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'flow_pools.pool': FlowPoolTable;
    'flow_pools.feed': FeedTable;
    'flow_pools.member': FlowMemberTable;
    'flow_pools.member_day': {
      member_id: string;
      day: string;
      pool_id: string;
      customer_id: string;
      offered: string;
      drawn: Generated<string>;
    };
    'flow_pools.pool_day': {
      pool_id: string;
      day: string;
      customer_id: string;
      offered: string;
      drawn: Generated<string>;
    };
    'flow_pools.feed_day': { feed_id: string; day: string; pool_id: string; bytes: string };
    'flow_pools.mark': { pool_id: string; at: Date; day: string; bytes: string };
    'flow_pools.threshold_event': {
      id: string;
      pool_id: string;
      customer_id: string;
      cycle: string;
      threshold: number;
      round: number;
      action: ControlAction;
      used_bytes: string;
      total_bytes: string;
      fired_at: Date;
      worked_off_at: Date | null;
      lifted_at: Date | null;
    };
    'flow_pools.stop': { event_id: string; card_id: string; member_id: string };
  }
}

/** The customer a pool belongs to, and everybody above it. */
const ofOwner = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;
/** Read with a pool that was. */
const ofPool = { placement: { kind: 'local' }, scope: { kind: 'global' } } as const;

export const flowPoolTables = {
  'flow_pools.pool': ofOwner,
  'flow_pools.feed': ofOwner,
  'flow_pools.member': ofOwner,
  'flow_pools.member_day': ofOwner,
  'flow_pools.pool_day': ofOwner,
  'flow_pools.threshold_event': ofOwner,
  'flow_pools.feed_day': ofPool,
  'flow_pools.mark': ofPool,
  'flow_pools.stop': ofPool,
} as const satisfies Record<string, TableFacts>;
