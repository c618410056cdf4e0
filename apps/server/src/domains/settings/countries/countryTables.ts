import type { TableFacts } from '../../../framework/domain.ts';

export type CountryStandard = {
  readonly zh: string;
  readonly en: string;
  readonly dial_code: string | null;
  readonly phone_min: number;
  readonly phone_max: number;
  readonly mccs: readonly string[];
  readonly shares_mcc: boolean;
};

export type CountryTable = {
  id: string;
  code: string;
  zh: string;
  en: string;
  dial_code: string | null;
  phone_min: number;
  phone_max: number;
  mccs: string[];
  shares_mcc: boolean;
  is_enabled: boolean;
  sort: number;
  standard: CountryStandard | null;
  version: number;
  updated_at: Date;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'settings.country': CountryTable;
    /** Published for the lists of other rooms. */
    'settings.v_country': Pick<CountryTable, 'id' | 'code' | 'zh' | 'en' | 'dial_code' | 'mccs' | 'is_enabled'>;
    'settings.region': {
      id: string;
      code: string;
      zh: string;
      en: string;
      version: number;
      is_retired: boolean;
      created_at: Date;
      updated_at: Date;
    };
    'settings.region_version': {
      region_id: string;
      version: number;
      countries: string[];
      made_by: string;
      made_at: Date;
    };
  }
}

const world: TableFacts = { placement: { kind: 'local' }, scope: { kind: 'global' } };

export const countryTables = {
  'settings.country': world,
  'settings.v_country': world,
  'settings.region': world,
  'settings.region_version': world,
} as const;
