import type { CarrierCheck, CheckedTerm } from '@cardinal/contract/api/packages/carrierChecks.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type {
  AllowanceReset,
  ControlAction,
  EffectiveType,
  FlowDirection,
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
import type { ReviewState } from '@cardinal/contract/enumerations/settlement.ts';
import type { Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';
import type { DistributionWay, SharePrice } from '../catalogue/face.ts';

export type PackageTable = {
  id: string;
  customer_id: string;
  code: string;
  name: string;
  origin: PackageOrigin;
  platform: Platform;
  sub_type: number | null;
  carrier_account_id: string | null;
  carrier_package_code: string | null;
  type: PackageType;
  label: PackageLabel;
  mode: PackageMode;
  scope: PackageScope;
  shelf_state: PackageShelf;
  channels: SalesChannel[];
  /** Of a custom package: what it is put together from. */
  base_package_id: Generated<string | null>;
  current_version_id: string;
  cost_price: string;
  /** Of a custom package that its maker's parent is asked about. */
  review: Generated<ReviewState | null>;
  submitted_by_id: Generated<string | null>;
  submitted_by: Generated<string | null>;
  submitted_at: Generated<Date | null>;
  checked_by_id: Generated<string | null>;
  checked_by: Generated<string | null>;
  checked_by_customer_id: Generated<string | null>;
  checked_at: Generated<Date | null>;
  check_reason: Generated<string | null>;
  bought_bytes: Generated<string | null>;
  warn_percent: Generated<number>;
  currency: string;
  version: Generated<number>;
  created_by: string | null;
  created_at: Date;
  updated_by: string | null;
  updated_at: Date;
  deleted_at: Date | null;
};
export type PackageRow = Selectable<PackageTable>;

export type PackageVersionTable = {
  id: string;
  package_id: string;
  number: number;
  /** So many records of these terms a card gets one after the other; of a custom package so many of its base. */
  units: Generated<number>;
  /** Null: unlimited; none is 0. */
  flow_bytes: string | null;
  flow_direction: FlowDirection;
  voice_seconds: number | null;
  voice_step: number | null;
  sms_count: number | null;
  validity_unit: ValidityUnit;
  validity_count: number;
  boundary: PeriodBoundary;
  reset: AllowanceReset;
  effective_type: EffectiveType;
  postpone_days: number;
  follow_main: FollowMain | null;
  real_name_required: boolean;
  renewable: boolean;
  max_renewals: number | null;
  refund_rule: RefundRule;
  enforcement: Exclude<ControlAction, 4> | null;
  max_reading_age_minutes: number | null;
  flow_spec_id: string | null;
  voice_spec_id: string | null;
  period_spec_id: string | null;
  created_by: string | null;
  created_at: Date;
};
export type PackageVersionRow = Selectable<PackageVersionTable>;

export type CarrierCheckTable = {
  package_id: string;
  result: Exclude<CarrierCheck, 'outdated'>;
  differing: CheckedTerm[];
  version_id: string;
  package_name: string;
  carrier_account_id: string;
  carrier_package_code: string;
  plan_name: string | null;
  plan_bytes: string | null;
  plan_unit: ValidityUnit | null;
  plan_count: number | null;
  checked_by: string;
  checked_at: Date;
};
export type CarrierCheckRow = Selectable<CarrierCheckTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'packages.package': PackageTable;
    'packages.package_code': { code: string; package_id: string };
    'packages.package_version': PackageVersionTable;
    /** What its carrier last said of a package. */
    'packages.carrier_check': CarrierCheckTable;
    'packages.product_package': {
      product_code: string;
      package_id: string;
      bound_by: string | null;
      bound_at: Date;
    };
    'packages.package_distribution': {
      id: string;
      package_id: string;
      customer_id: string;
      from_customer_id: string | null;
      way: Generated<DistributionWay>;
      state: 'on' | 'recalled';
      given_at: Date;
      recalled_at: Date | null;
      updated_at: Date;
    };
    'packages.package_price': {
      distribution_id: string;
      effective_at: Date;
      /** These of what is given to resell, … */
      reserve_price: string | null;
      min_price: string | null;
      suggest_price: string | null;
      /** … these of what is given for a share; without a retail price it is that of the parent, which has it for a share itself. */
      retail_price: Generated<string | null>;
      share_kind: Generated<SharePrice['shareKind'] | null>;
      share_value: Generated<string | null>;
      currency: string;
      set_by: string | null;
      created_at: Date;
    };
    /** Published for what later rooms show of a package. */
    'packages.v_package': Pick<PackageTable, 'id' | 'code' | 'name' | 'platform' | 'type'>;
    /** Who has a package for a share of what end users pay, … */
    'packages.v_share': {
      id: string;
      package_id: string;
      customer_id: string;
      from_customer_id: string;
      state: 'on' | 'recalled';
      given_at: Date;
      recalled_at: Date | null;
      updated_at: Date;
    };
    /** … and for which, from when on. */
    'packages.v_share_price': {
      distribution_id: string;
      effective_at: Date;
      retail_price: string | null;
      share_kind: SharePrice['shareKind'];
      share_value: string;
      currency: string;
    };
  }
}

const local = { kind: 'local' } as const;
const everybodys = { kind: 'global' } as const;

export const packageTables = {
  // Reached through its owner or its distribution: a customer sees packages of customers above only if they were given to it.
  'packages.package': { placement: local, scope: everybodys },
  'packages.package_code': { placement: local, scope: everybodys },
  'packages.package_version': { placement: local, scope: everybodys },
  'packages.carrier_check': { placement: local, scope: everybodys },
  'packages.product_package': { placement: local, scope: everybodys },
  'packages.package_distribution': { placement: local, scope: { kind: 'tree', column: 'customer_id' } },
  // Reached through its distribution, which is scoped.
  'packages.package_price': { placement: local, scope: everybodys },
  'packages.v_package': { placement: local, scope: everybodys },
  'packages.v_share': { placement: local, scope: { kind: 'tree', column: 'customer_id' } },
  'packages.v_share_price': { placement: local, scope: everybodys },
} as const satisfies Record<string, TableFacts>;
