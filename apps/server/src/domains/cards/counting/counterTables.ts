import type { TableFacts } from '../../../framework/domain.ts';
import type { CardTable } from '../cardTables.ts';
import type { GROUPED } from '../marking.ts';

/** Conditions on a card that the columns of its group do not determine. */
export const CONDITIONS = [
  'ending_soon',
  'silent_week',
  'silent_month',
  'imei_changed',
  'usage_jumped',
  'real_name_missing',
] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Values a card may have that are counted per customer and kind. */
export const FIGURES = ['activated', 'ending', 'province'] as const;
export type CardFigure = (typeof FIGURES)[number];

type Counts = Record<'n' | Condition, string>;
type FigureCounter = { customer_id: string; kind: number; figure: CardFigure; value: number; n: string };

/** `fill`: the first one. `conditions`: what decides besides the card has changed. `check`: the nightly one. */
export type Walk = 'fill' | 'conditions' | 'check';

declare module '../../../framework/tables.ts' {
  interface Tables {
    'cards.uncounted_card': { card_id: string };
    'cards.counted_card': Pick<CardTable, (typeof GROUPED)[number]> &
      Record<Condition, boolean> &
      Record<CardFigure, number | null> & { card_id: string; holds_until: Date | null };
    'cards.card_counter': Pick<CardTable, (typeof GROUPED)[number]> & Counts;
    'cards.card_figure_counter': FigureCounter;
    'cards.v_card_counter': Pick<
      CardTable,
      'customer_id' | 'kind' | 'platform' | 'lifecycle' | 'stop_reasons' | 'online_state'
    > &
      Counts;
    'cards.v_card_figure_counter': FigureCounter;
    'cards.card_counter_refresh': {
      one: boolean;
      counted_at: Date;
      took_ms: number;
      walk: Walk | null;
      walk_after: string;
      walk_found: string;
      checked_at: Date | null;
      drift: string;
      asking_real_name: string[];
      not_offered: number[];
    };
  }
}

const local = { kind: 'local' } as const;
const ofCustomer = { kind: 'tree', column: 'customer_id' } as const;

export const cardCounterTables = {
  'cards.uncounted_card': { placement: local, scope: { kind: 'global' } },
  'cards.counted_card': { placement: local, scope: ofCustomer },
  'cards.card_counter': { placement: local, scope: ofCustomer },
  'cards.card_figure_counter': { placement: local, scope: ofCustomer },
  'cards.v_card_counter': { placement: local, scope: ofCustomer },
  'cards.v_card_figure_counter': { placement: local, scope: ofCustomer },
  'cards.card_counter_refresh': { placement: local, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
