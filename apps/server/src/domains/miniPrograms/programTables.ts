import type { DeviceAccountType } from '@cardinal/contract/enumerations/device.ts';
import type { TableFacts } from '../../framework/domain.ts';

export type ProgramRouteRow = {
  id: string;
  /** The owner of the program. */
  customer_id: string;
  account_id: string;
  account_type: DeviceAccountType;
  /** Whose merchants these are. */
  collector_id: string;
  merchant_id: string;
  backup_id: string | null;
  sells_on_ios: boolean;
  is_enabled: boolean;
  tested_at: Date | null;
  test_is_ok: boolean | null;
  test_zh: string | null;
  test_en: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'mini_programs.pay_route': ProgramRouteRow;
  }
}

export const programTables = {
  'mini_programs.pay_route': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
} as const satisfies Record<string, TableFacts>;
