import type { Generated } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';
import { BY_CARD } from '../../runtime/placement.ts';

declare module '../../framework/tables.ts' {
  interface Tables {
    'metering.consumption': { card_id: string; day: string; usage_id: string; bytes: string; customer_id: string };
    'metering.call_consumption': {
      card_id: string;
      day: string;
      usage_id: string;
      seconds: string;
      counted: string;
      messages: number;
      customer_id: string;
    };
    'metering.mark': {
      card_id: string;
      at: Date;
      day: string;
      bytes: string;
      margin: string | null;
      seconds: Generated<string>;
      messages: Generated<number>;
    };
    'metering.record_use': { usage_id: string; card_id: string; day: string; before: string; total: string };
    /** One row: how far cards that were used before anything was shared out have been gone through. */
    'metering.catch_up': {
      is_only: Generated<true>;
      last_card_id: string;
      since: Date | null;
      finished_at: Date | null;
      /** The same of what voice cards called and sent. */
      last_calling_id: Generated<string>;
      calls_finished_at: Date | null;
    };
  }
}

const local = { kind: 'local' } as const;

export const meteringTables = {
  'metering.consumption': { placement: BY_CARD, scope: { kind: 'tree', column: 'customer_id' } },
  'metering.call_consumption': { placement: BY_CARD, scope: { kind: 'tree', column: 'customer_id' } },
  // Accessed with cards that were locked, or read within their scope.
  'metering.mark': { placement: local, scope: { kind: 'global' } },
  'metering.record_use': { placement: local, scope: { kind: 'global' } },
  'metering.catch_up': { placement: local, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
