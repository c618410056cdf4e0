import type { TableFacts } from '../../framework/domain.ts';

declare module '../../framework/tables.ts' {
  interface Tables {
    'usage.card_day': { card_id: string; day: string; bytes: string; customer_id: string };
    'usage.customer_day': { customer_id: string; day: string; bytes: string; cards: number };
  }
}

export const usageTables = {
  'usage.card_day': {
    placement: { kind: 'distributed', by: 'card_id' },
    scope: { kind: 'tree', column: 'customer_id' },
  },
  'usage.customer_day': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
} as const satisfies Record<string, TableFacts>;
