import type { Definition } from '@cardinal/contract/api/renewals/definition.ts';
import type { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import type { SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import type { RenewalLimit } from '@cardinal/contract/enumerations/renewal.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type RuleTable = {
  id: string;
  customer_id: string;
  name: string;
  package_ids: string[];
  product_codes: string[];
  customer_ids: string[];
  channels: SalesChannel[];
  limits: RenewalLimit[];
  listed_ids: string[];
  months: number | null;
  days_ahead: number | null;
  /** In minor units of `currency`. */
  min_price: string | null;
  currency: string;
  from_day: string | null;
  to_day: string | null;
  replacement_id: string | null;
  message_zh: string;
  message_en: string;
  revision: number;
  state: OperationState;
  shadow_since: Date | null;
  turned_at: Date | null;
  turned_by: string | null;
  wanted_by_id: string | null;
  wanted_by: string | null;
  version: Generated<number>;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
};
export type RuleRow = Selectable<RuleTable>;

export type BlockedTable = {
  id: string;
  rule_id: string;
  revision: number;
  is_shadow: boolean;
  card_id: string;
  iccid: string;
  customer_id: string;
  package_id: string;
  package_name: string;
  channel: SalesChannel;
  tried_by: string;
  tried_by_customer_id: string | null;
  is_end_user: boolean;
  at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'renewals.ignored_ending': { customer_id: string; card_id: string; until: string };
    'renewals.rule': RuleTable;
    'renewals.rule_version': {
      rule_id: string;
      revision: number;
      definition: ColumnType<Definition, string, string>;
      created_at: Date;
      created_by: string | null;
    };
    'renewals.blocked': BlockedTable;
  }
}

const ofCustomer = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const renewalTables = {
  'renewals.ignored_ending': ofCustomer,
  'renewals.rule': ofCustomer,
  // Reached through the rule, which is scoped.
  'renewals.rule_version': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'renewals.blocked': ofCustomer,
} as const satisfies Record<string, TableFacts>;
