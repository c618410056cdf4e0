import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { NetworkPreference, PriceClass, Rat } from '@cardinal/contract/enumerations/network.ts';
import type { Generated } from 'kysely';
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
  /** False: so far only reported by a session. */
  is_registered: Generated<boolean>;
  first_seen_at: Date | null;
  price_class: PriceClass | null;
  preference: Generated<NetworkPreference>;
  version: number;
  updated_at: Date;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carriers.mobile_network': NetworkTable;
  }
}

const register: TableFacts = { placement: { kind: 'local' }, scope: { kind: 'global' } };
export const networkTables = { 'carriers.mobile_network': register } as const;
