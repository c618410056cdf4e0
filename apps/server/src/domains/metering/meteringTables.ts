import type { TableFacts } from '../../framework/domain.ts';
import { BY_CARD } from '../../runtime/placement.ts';

declare module '../../framework/tables.ts' {
  interface Tables {
    'metering.consumption': { card_id: string; day: string; usage_id: string; bytes: string; customer_id: string };
    'metering.mark': { card_id: string; at: Date; day: string; bytes: string; margin: string | null };
  }
}

export const meteringTables = {
  'metering.consumption': { placement: BY_CARD, scope: { kind: 'tree', column: 'customer_id' } },
  // Accessed with cards that were locked, or read within their scope.
  'metering.mark': { placement: BY_CARD, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
