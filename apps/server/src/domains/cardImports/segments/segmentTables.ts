import type { CardSize, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Selectable } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

export type CardScopeTable = {
  id: string;
  customer_id: string;
  platform: Exclude<Platform, -1>;
  carrier_account_id: string;
  product_code: string;
  size: CardSize | null;
  start_iccid: string;
  end_iccid: string;
  start_key: string;
  end_key: string;
  numbers: number;
  delivery_note: string | null;
  operator: string;
  created_at: Date;
  updated_at: Date;
};
export type CardScopeRow = Selectable<CardScopeTable>;

declare module '../../../framework/tables.ts' {
  interface Tables {
    'card_imports.card_scope': CardScopeTable;
  }
}

export const segmentTables = {
  'card_imports.card_scope': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
} as const satisfies Record<string, TableFacts>;
