import type { CardSetState } from '@cardinal/contract/api/cardBatches/cardSets.ts';
import type { Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';
import type { NumberKind } from './setNumbers.ts';

export type CardSetTable = {
  id: string;
  customer_id: string;
  account_id: string;
  account_name: string;
  name: string;
  is_shared: boolean;
  state: CardSetState;
  file_name: string;
  file_bytes: string | number;
  file_sha256: string;
  numbers: Generated<number>;
  cards: Generated<number>;
  failure_zh: string | null;
  failure_en: string | null;
  created_at: Date;
  resolved_at: Date | null;
  refresh_asked_at: Date | null;
};
export type CardSet = Selectable<CardSetTable>;

declare module '../../../framework/tables.ts' {
  interface Tables {
    'card_batches.card_set': CardSetTable;
    'card_batches.card_set_number': {
      set_id: string;
      seq: number;
      row_number: number;
      typed: string;
      kind: NumberKind | null;
      value: string | null;
      other: string | null;
      is_suspect: boolean;
      fault: string | null;
    };
    'card_batches.card_set_card': { set_id: string; card_id: string; seq: number; value: string };
  }
}

/** Numbers and cards are reached through their set only; cards also through the caller's scope. */
export const setTables = {
  'card_batches.card_set': { placement: { kind: 'local' }, scope: { kind: 'own', column: 'customer_id' } },
  'card_batches.card_set_number': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'card_batches.card_set_card': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
