import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type {
  PaymentProvider,
  PaymentScene,
  RouteChangeKind,
  RouteCoverage,
} from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { TableFacts } from '../../framework/domain.ts';

export type CollectingAccountRow = {
  id: string;
  customer_id: string;
  scene: PaymentScene;
  provider: PaymentProvider;
  currency: Currency;
  /** The enabled one with the lowest is in use. */
  position: number;
  is_enabled: boolean;
  holder: string;
  bank: string;
  branch: string | null;
  /** Sealed. */
  account_number: string;
  number_tail: string;
  remark_prefix: string | null;
  least: string | null;
  most: string | null;
  day_most: string | null;
  note: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

export type RouteChangeRow = {
  id: string;
  customer_id: string;
  scene: PaymentScene;
  currency: Currency;
  kind: RouteChangeKind;
  account_id: string;
  from_id: string | null;
  to_id: string | null;
  reason: string | null;
  changed_by: string;
  at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'payments.collecting_account': CollectingAccountRow;
    'payments.route_change': RouteChangeRow;
    'payments.v_route': {
      customer_id: string;
      scene: PaymentScene;
      currency: Currency;
      payers: number;
      customer_name: string;
      path: string;
      account_id: string | null;
      collector_id: string | null;
      provider: PaymentProvider | null;
      coverage: RouteCoverage;
      backups: number;
    };
  }
}

const ofCollector = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const paymentTables = {
  'payments.collecting_account': ofCollector,
  'payments.route_change': ofCollector,
  'payments.v_route': ofCollector,
} as const satisfies Record<string, TableFacts>;
