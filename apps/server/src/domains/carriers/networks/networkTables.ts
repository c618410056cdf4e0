import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Rat } from '@cardinal/contract/enumerations/network.ts';
import type { TableFacts } from '../../../framework/domain.ts';

export type NetworkTable = {
  id: string;
  mcc: string;
  mnc: string;
  country_code: string | null;
  zh: string | null;
  en: string;
  rats: Rat[];
  platform: Platform | null;
  through: string[];
  remark: string | null;
  version: number;
  updated_at: Date;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carriers.mobile_network': NetworkTable;
  }
}

const register: TableFacts = { placement: { kind: 'reference' }, scope: { kind: 'global' } };
export const networkTables = { 'carriers.mobile_network': register } as const;
