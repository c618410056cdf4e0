import type { PlanService } from '@cardinal/contract/api/cardCommands/plans.ts';
import type { Rat } from '@cardinal/contract/enumerations/network.ts';

export type PlanTable = {
  id: string;
  carrier_account_id: string;
  customer_id: string;
  /** The name used by the carrier and on our cards. */
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

declare module '../../../framework/tables.ts' {
  interface Tables {
    'card_commands.plan': PlanTable;
    'card_commands.plan_pull': PlanPullTable;
  }
}

export const planTables = {
  'card_commands.plan': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  'card_commands.plan_pull': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const;
