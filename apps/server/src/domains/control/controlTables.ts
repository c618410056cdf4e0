import type { FlowRule } from '@cardinal/contract/api/control/flowRules.ts';
import type { Tier } from '@cardinal/contract/api/control/limitTiers.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type {
  DisplayAudience,
  DisplayBinding,
  DisplayPart,
  DisplayUnit,
  LimitReset,
} from '@cardinal/contract/enumerations/control.ts';
import type { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import type { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

/** What every strategy has. */
type Strategy = {
  id: string;
  customer_id: string;
  name: string;
  is_enabled: boolean;
  version: Generated<number>;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
};

export type LimitStrategyTable = Strategy & {
  platform: Platform;
  type: SpeedLimitType;
  tiers: ColumnType<readonly Tier[], string, string>;
  reset: LimitReset;
};
export type LimitStrategyRow = Selectable<LimitStrategyTable>;

export type FlowStrategyTable = Omit<Strategy, 'is_enabled'> & {
  platform: Platform;
  rules: ColumnType<readonly FlowRule[], string, string>;
  state: OperationState;
  /** So many firings within an hour; then it rests until a person releases it. */
  brake: Generated<number>;
  paused_at: Date | null;
  /** Firings before do not count for the brake. */
  brake_from: Date | null;
  shadow_since: Date | null;
  turned_at: Date | null;
  turned_by: string | null;
  wanted_by_id: string | null;
  wanted_by: string | null;
};
export type FlowStrategyRow = Selectable<FlowStrategyTable>;

export type FlowPackageTable = {
  id: string;
  /** Of the strategy. */
  customer_id: string;
  strategy_id: string;
  package_id: string;
  limit_strategy_id: string | null;
  own_tiers: ColumnType<readonly Tier[] | null, string | null, string | null>;
  version: Generated<number>;
  associated_by: string | null;
  associated_at: Date;
  updated_at: Date;
};
export type FlowPackageRow = Selectable<FlowPackageTable>;

export type DisplayStrategyTable = Strategy & {
  audience: DisplayAudience;
  shows: DisplayPart[];
  unit: DisplayUnit;
  decimals: number;
  masks_numbers: boolean;
  history_months: number;
};
export type DisplayStrategyRow = Selectable<DisplayStrategyTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'control.limit_strategy': LimitStrategyTable;
    'control.flow_strategy': FlowStrategyTable;
    'control.flow_strategy_package': FlowPackageTable;
    'control.flow_limit_exception': {
      flow_package_id: string;
      customer_id: string;
      limit_strategy_id: string | null;
      /** A day, `yyyy-MM-dd`. */
      ends_on: string | null;
      set_by: string | null;
      set_at: Date;
    };
    'control.display_strategy': DisplayStrategyTable;
    'control.display_binding': {
      strategy_id: string;
      /** Of the strategy. */
      customer_id: string;
      audience: DisplayAudience;
      kind: DisplayBinding;
      object_id: string;
      bound_by: string | null;
      bound_at: Date;
    };
  }
}

const ofTree = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const controlTables = {
  'control.limit_strategy': ofTree,
  'control.flow_strategy': ofTree,
  'control.flow_strategy_package': ofTree,
  // Its customers are below the one of its package, by which it is reached.
  'control.flow_limit_exception': ofTree,
  'control.display_strategy': ofTree,
  'control.display_binding': ofTree,
} as const satisfies Record<string, TableFacts>;
