import type { TableFacts } from '../../framework/domain.ts';

export type StopTable = {
  card_id: string;
  reason: number;
  customer_id: string;
  since: Date | null;
  until: Date | null;
  source: string | null;
  actor_customer_id: string | null;
  actor_name: string | null;
  why_zh: string | null;
  why_en: string | null;
  task_id: string | null;
  /** Found by comparing cards: their history is still to be asked since when and by whom. */
  is_untraced: boolean;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'stopped_cards.stop': StopTable;
    'stopped_cards.stopped_card': { card_id: string; since: Date | null };
  }
}

/** Stopped for no reason of ours: by its carrier, or it waits to be restarted, since its last reason was lifted by us. */
export const NO_REASON = 0;

export const stoppedTables = {
  // Accessed with cards that were locked, or read within their scope.
  'stopped_cards.stop': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'stopped_cards.stopped_card': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
