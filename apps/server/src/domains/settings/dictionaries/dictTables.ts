import type { Generated } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

export type DictItemTable = {
  type_code: string;
  value: string;
  zh: string;
  en: string;
  color: string | null;
  sort: number;
  is_enabled: boolean;
  version: Generated<number>;
  updated_by: string | null;
  updated_at: Date;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'settings.dict_type': { code: string; zh: string; en: string; created_at: Date };
    'settings.dict_item': DictItemTable;
    'settings.dict_version': { one: boolean; version: string };
  }
}

const words: TableFacts = { placement: { kind: 'local' }, scope: { kind: 'global' } };

export const dictTables = {
  'settings.dict_type': words,
  'settings.dict_item': words,
  'settings.dict_version': words,
} as const;
