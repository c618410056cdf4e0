import type { Tier } from '@cardinal/contract/api/control/limitTiers.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { LimitReset } from '@cardinal/contract/enumerations/control.ts';
import type { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type LimitStrategyTable = {
  id: string;
  customer_id: string;
  name: string;
  platform: Platform;
  type: SpeedLimitType;
  tiers: ColumnType<readonly Tier[], string, string>;
  reset: LimitReset;
  is_enabled: boolean;
  version: Generated<number>;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
};
export type LimitStrategyRow = Selectable<LimitStrategyTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'control.limit_strategy': LimitStrategyTable;
  }
}

export const controlTables = {
  'control.limit_strategy': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
} as const satisfies Record<string, TableFacts>;
