import type { DifferenceKind } from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import type { Generated } from 'kysely';
import type { TableFacts } from '../../../framework/domain.ts';

export type CarrierDifferenceTable = {
  id: string;
  card_id: string;
  iccid: string;
  customer_id: string;
  carrier_account_id: string;
  /** Null: found by polling, not by a reconciliation. */
  task_id: string | null;
  kind: DifferenceKind;
  ours: string;
  theirs: string | null;
  found_at: Date;
  state: Generated<'open' | 'theirs' | 'ours' | 'gone' | 'closed'>;
  decided_at: Date | null;
  decided_name: string | null;
  decided_task_id: string | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carrier_sync.carrier_difference': CarrierDifferenceTable;
    'carrier_sync.v_carrier_difference': Pick<
      CarrierDifferenceTable,
      'card_id' | 'customer_id' | 'kind' | 'state' | 'found_at'
    >;
  }
}

const ofCard = {
  placement: { kind: 'local' },
  scope: { kind: 'tree', column: 'customer_id' },
} as const satisfies TableFacts;

export const differenceTables = {
  'carrier_sync.carrier_difference': ofCard,
  'carrier_sync.v_carrier_difference': ofCard,
} as const satisfies Record<string, TableFacts>;
