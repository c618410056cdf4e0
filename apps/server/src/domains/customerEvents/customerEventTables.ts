import type { PushEvent } from '@cardinal/contract/enumerations/push.ts';
import type { Generated } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

declare module '../../framework/tables.ts' {
  interface Tables {
    'customer_events.event': {
      id: string;
      at: Date;
      happened_at: Date;
      told_at: Generated<Date>;
      customer_id: string;
      /** Its position in the customer's feed; null until the first reading after it. */
      place: string | null;
      type: PushEvent;
      iccid: string | null;
      platform: number | null;
      product_code: string | null;
      facts: Record<string, unknown>;
    };
    'customer_events.last_place': { customer_id: string; place: string };
  }
}

/** Private to the customer: neither parent nor children see it. */
const own = {
  placement: { kind: 'local' },
  scope: { kind: 'own', column: 'customer_id' },
} as const satisfies TableFacts;

export const customerEventTables = { 'customer_events.event': own, 'customer_events.last_place': own } as const;
