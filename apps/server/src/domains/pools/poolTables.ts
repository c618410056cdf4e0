import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { ContributionRule, PoolState, PoolStop } from '@cardinal/contract/enumerations/pool.ts';
import type { Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type PoolTable = {
  id: string;
  customer_id: string;
  kind: 'card';
  pool_code: string;
  name: string;
  parent_id: string | null;
  path: string;
  depth: number;
  platform: Platform;
  carrier_account_id: string;
  package_id: string;
  quota_bytes: string | null;
  /** A quota below what is used, which holds from the next cycle on. */
  next_quota_bytes: Generated<string | null>;
  /** What the pool's customer asks for. */
  wanted_quota_bytes: Generated<string | null>;
  wanted_why: Generated<string | null>;
  wanted_at: Generated<Date | null>;
  oversell_percent: number;
  contribution_rule: ContributionRule;
  cycle_day: number;
  zone: string;
  state: PoolState;
  cards: Generated<number>;
  cycle: string;
  cycle_starts_at: Date;
  cycle_ends_at: Date;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
};
export type PoolRow = Selectable<PoolTable>;

export type MemberTable = {
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
  cap_bytes: Generated<string | null>;
};
export type MemberRow = Selectable<MemberTable>;

export type PoolCycleTable = {
  pool_id: string;
  cycle: string;
  customer_id: string;
  starts_at: Date;
  ends_at: Date;
  contributed: Generated<string>;
  used: Generated<string>;
  late: Generated<string>;
  used_at: Date | null;
  opened_to: Generated<string>;
  opened_at: Date | null;
};

export type TransferTable = {
  id: string;
  customer_id: string;
  from_pool_id: string;
  to_pool_id: string;
  task_id: string;
  cards: number;
  done: Generated<number>;
  skipped: Generated<number>;
  contributed: Generated<string>;
  effective_at: Date | null;
  remark: string;
  account_name: string;
  account_customer_id: string;
  created_at: Date;
  ended_at: Generated<Date | null>;
  undone_at: Generated<Date | null>;
};
export type TransferRow = Selectable<TransferTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'pools.pool': PoolTable;
    'pools.member': MemberTable;
    'pools.member_cycle': {
      member_id: string;
      cycle: string;
      pool_id: string;
      customer_id: string;
      card_id: string;
      contributed: string | null;
      used: Generated<string>;
    };
    'pools.pool_cycle': PoolCycleTable;
    /** Which pool a card is in, over pools of all kinds. */
    'pools.card_in_pool': {
      card_id: string;
      kind: 'card' | 'flow';
      pool_id: string;
      pool_code: string;
      customer_id: string;
    };
    /** Published: the same. */
    'pools.v_card_in_pool': Tables['pools.card_in_pool'];
    'pools.quota_firing': {
      id: string;
      pool_id: string;
      customer_id: string;
      cycle: string;
      quota_bytes: string;
      used_bytes: string;
      fired_at: Date;
      lifted_at: Generated<Date | null>;
    };
    'pools.stop': {
      id: string;
      pool_id: string;
      customer_id: string;
      kind: PoolStop;
      card_id: string;
      member_id: string;
      cycle: string;
      limit_bytes: string;
      stopped_at: Date;
      lifted_at: Generated<Date | null>;
    };
    'pools.transfer': TransferTable;
    'pools.pool_day': { pool_id: string; day: string; customer_id: string; used: string };
  }
}

/** The customer a pool belongs to, and everybody above it. */
const ofOwner = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const poolTables = {
  'pools.pool': ofOwner,
  'pools.member': ofOwner,
  'pools.member_cycle': ofOwner,
  'pools.pool_cycle': ofOwner,
  'pools.card_in_pool': ofOwner,
  'pools.v_card_in_pool': ofOwner,
  'pools.pool_day': ofOwner,
  'pools.quota_firing': ofOwner,
  'pools.stop': ofOwner,
  'pools.transfer': ofOwner,
} as const satisfies Record<string, TableFacts>;
