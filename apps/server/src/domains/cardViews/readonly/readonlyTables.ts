import type { TableFacts } from '../../../framework/domain.ts';

declare module '../../../framework/tables.ts' {
  interface Tables {
    'card_views.readonly_view': { customer_id: string; role_id: string; groups: string[]; updated_at: Date };
  }
}

export const readonlyTables = {
  'card_views.readonly_view': { placement: { kind: 'local' }, scope: { kind: 'own', column: 'customer_id' } },
} as const satisfies Record<string, TableFacts>;
