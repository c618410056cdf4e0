import type { Definition } from '@cardinal/contract/api/operationStrategies/definition.ts';
import type {
  FiringState,
  OperationState,
  OperationTrigger,
} from '@cardinal/contract/enumerations/operationStrategy.ts';
import type { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type StrategyTable = {
  id: string;
  customer_id: string;
  name: string;
  trigger: OperationTrigger;
  days: number | null;
  /** In minor units of `currency`. */
  amount: string | null;
  currency: string;
  customer_ids: string[];
  account_ids: string[];
  product_codes: string[];
  package_ids: string[];
  tag_ids: string[];
  grace_hours: number;
  quiet_hours: string;
  action: ControlAction;
  reason: number | null;
  restarts: boolean;
  brake: number;
  priority: number;
  revision: number;
  state: OperationState;
  /** Facts that were due before are not acted on; null: also those. */
  judged_from: Date | null;
  /** Facts that were due until then have been judged. */
  swept_until: Date | null;
  shadow_since: Date | null;
  turned_at: Date | null;
  turned_by: string | null;
  paused_at: Date | null;
  /** Firings before do not count for the brake. */
  brake_from: Date | null;
  wanted_by_id: string | null;
  wanted_by: string | null;
  wants_existing: Generated<boolean>;
  version: Generated<number>;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
};
export type StrategyRow = Selectable<StrategyTable>;

export type FiringTable = {
  id: string;
  strategy_id: string;
  revision: number;
  card_id: string;
  iccid: string;
  customer_id: string;
  fact: string;
  fact_at: Date;
  said: ColumnType<unknown, string | null, string | null>;
  is_shadow: boolean;
  action: ControlAction;
  reason: number | null;
  state: FiringState;
  fired_at: Date;
  lifted_at: Date | null;
  lifted_zh: string | null;
  lifted_en: string | null;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'operation_strategies.strategy': StrategyTable;
    'operation_strategies.strategy_version': {
      strategy_id: string;
      revision: number;
      definition: ColumnType<Definition, string, string>;
      created_at: Date;
      created_by: string | null;
    };
    'operation_strategies.firing': FiringTable;
  }
}

const ofCustomer = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const strategyTables = {
  'operation_strategies.strategy': ofCustomer,
  // Reached through the strategy, which is scoped.
  'operation_strategies.strategy_version': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'operation_strategies.firing': ofCustomer,
} as const satisfies Record<string, TableFacts>;
