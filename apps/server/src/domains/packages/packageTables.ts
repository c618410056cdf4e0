import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type {
  AllowanceReset,
  ControlAction,
  EffectiveType,
  FollowMain,
  PackageLabel,
  PackageMode,
  PackageOrigin,
  PackageScope,
  PackageShelf,
  PackageType,
  PeriodBoundary,
  RefundRule,
  SalesChannel,
  ValidityUnit,
} from '@cardinal/contract/enumerations/package.ts';
import type { Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type PackageTable = {
  id: string;
  customer_id: string;
  base_id: string | null;
  code: string;
  name: string;
  origin: PackageOrigin;
  platform: Platform;
  carrier_account_id: string | null;
  carrier_package_code: string | null;
  type: PackageType;
  label: PackageLabel;
  mode: PackageMode;
  scope: PackageScope;
  channels: SalesChannel[];
  shelf: PackageShelf;
  cost_price: string;
  currency: Currency;
  current_version: number;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};
export type PackageRow = Selectable<PackageTable>;

export type PackageVersionTable = {
  id: string;
  package_id: string;
  number: number;
  flow_bytes: string | null;
  is_flow_unlimited: boolean;
  voice_seconds: string | null;
  sms_count: number | null;
  validity_unit: ValidityUnit;
  validity_count: number;
  boundary: PeriodBoundary;
  allowance_reset: AllowanceReset;
  effective_type: EffectiveType;
  postpone_days: number;
  follow_main: FollowMain | null;
  real_name_required: boolean;
  renewable: boolean;
  max_renewals: number | null;
  refund_rule: RefundRule;
  control_action: ControlAction | null;
  max_reading_minutes: number | null;
  changed_by: string | null;
  created_at: Date;
};
export type PackageVersionRow = Selectable<PackageVersionTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'packages.package': PackageTable;
    'packages.package_code': { code: string; package_id: string };
    'packages.package_version': PackageVersionTable;
    'packages.product_package': { product_id: string; package_id: string; added_by: string | null; added_at: Date };
  }
}

const local = { kind: 'local' } as const;
const everybodys = { kind: 'global' } as const;

export const packageTables = {
  // Reached by its maker, and by those it was distributed to through their own row.
  'packages.package': { placement: local, scope: everybodys },
  'packages.package_code': { placement: local, scope: everybodys },
  'packages.package_version': { placement: local, scope: everybodys },
  'packages.product_package': { placement: local, scope: everybodys },
} as const satisfies Record<string, TableFacts>;
