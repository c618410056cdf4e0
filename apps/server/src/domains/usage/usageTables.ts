import type { TableFacts } from '../../framework/domain.ts';
import { BY_CARD } from '../../runtime/placement.ts';

export type UnclearStepTable = {
  card_id: string;
  read_at: Date;
  customer_id: string;
  kind: 'fall' | 'turn';
  cycle: string;
  figure_before: string;
  figure: string;
  day: string;
  high: string;
  low_day: string;
  low: string;
  alarmed_at: Date | null;
  settled_at: Date | null;
  settled_as: 'restarted' | 'wentOn' | 'returned' | null;
  settled_by: 'days' | 'reading' | 'person' | null;
  settled_bytes: string | null;
  settled_by_name: string | null;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'usage.card_day': { card_id: string; day: string; bytes: string; customer_id: string; replaced: string | null };
    /** Published: what cards used on each day. */
    'usage.v_card_day': { card_id: string; day: string; bytes: string; customer_id: string };
    'usage.reading': {
      card_id: string;
      read_at: Date;
      cycle: string | null;
      cycle_bytes: string | null;
      day: string | null;
      day_bytes: string | null;
      seconds: string | null;
      messages: number | null;
    };
    'usage.card_counter': {
      card_id: string;
      cycle: string;
      counter: string;
      lost: string;
      day: string;
      day_base: string;
      read_at: Date;
      base: string;
      turning_cycle: string | null;
      turning_figure: string | null;
      fallen_figure: string | null;
      fallen_lost: string | null;
    };
    'usage.unclear_step': UnclearStepTable;
    'usage.card_usual': {
      card_id: string;
      customer_id: string;
      day: string;
      is_known: boolean;
      days: number;
      mean: string;
    };
    'usage.customer_day': {
      customer_id: string;
      /** 0: of a card that is gone. */
      carrier_account_id: string;
      day: string;
      bytes: string;
      cards: number;
    };
  }
}

export const usageTables = {
  'usage.card_day': {
    placement: BY_CARD,
    scope: { kind: 'tree', column: 'customer_id' },
  },
  'usage.v_card_day': { placement: BY_CARD, scope: { kind: 'tree', column: 'customer_id' } },
  'usage.voice_day': {
    placement: BY_CARD,
    scope: { kind: 'tree', column: 'customer_id' },
  },
  // Accessed by the pollers only, which serve all customers' cards.
  'usage.reading': { placement: BY_CARD, scope: { kind: 'global' } },
  'usage.card_counter': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'usage.unclear_step': { placement: BY_CARD, scope: { kind: 'tree', column: 'customer_id' } },
  'usage.card_usual': {
    placement: { kind: 'local' },
    scope: { kind: 'tree', column: 'customer_id' },
  },
  'usage.customer_day': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
} as const satisfies Record<string, TableFacts>;
