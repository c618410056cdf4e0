import type { PlanService } from '@cardinal/contract/api/cards/plans.ts';
import type { Rat } from '@cardinal/contract/enumerations/network.ts';
import type { Generated } from 'kysely';

export type PlanTable = {
  id: string;
  carrier_account_id: string;
  customer_id: string;
  /** Under which the carrier and our cards know it. */
  carrier_name: string;
  name: string;
  rate_plan: string | null;
  services: PlanService[];
  apns: string[];
  rats: Rat[];
  countries: string[];
  state: 'on' | 'off';
  is_by_hand: boolean;
  gone_at: Date | null;
  carrier_cards: number | null;
  own_cards: number | null;
  counted_at: Date | null;
  remark: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

export type PlanPullTable = {
  carrier_account_id: string;
  state: 'running' | 'finished' | 'halted';
  seen: number;
  words: string | null;
  began_at: Date;
  finished_at: Date | null;
};

export type PlanChangeTable = {
  card_id: string;
  id: string;
  iccid: string;
  customer_id: string;
  carrier_account_id: string;
  from_plan: string | null;
  to_plan: string;
  task_id: string;
  account_id: string | null;
  account_name: string;
  account_customer_id: string | null;
  /** False only while the carrier is being asked for the first time. */
  is_sent: Generated<boolean>;
  is_unclear: Generated<boolean>;
  carrier_ref: string | null;
  asked_at: Date;
  sent_at: Date | null;
  next_check_at: Date | null;
  checks: Generated<number>;
  tries: Generated<number>;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'cards.plan': PlanTable;
    'cards.plan_pull': PlanPullTable;
    'cards.plan_change': PlanChangeTable;
  }
}

export const planTables = {
  'cards.plan': { placement: { kind: 'reference' }, scope: { kind: 'tree', column: 'customer_id' } },
  'cards.plan_pull': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'cards.plan_change': {
    placement: { kind: 'distributed', by: 'card_id' },
    scope: { kind: 'tree', column: 'customer_id' },
  },
} as const;
