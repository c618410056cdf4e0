import type { CardKind, Lifecycle, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { TableFacts } from '../../framework/domain.ts';

type CardCountTable = {
  customer_id: string;
  kind: CardKind;
  platform: Platform;
  lifecycle: Lifecycle;
  cards: number;
  online: number;
  silent_week: number;
  silent_month: number;
  ending_soon: number;
  imei_changed: number;
  usage_jumped: number;
  real_name_missing: number;
  stopped_manual: number;
  stopped_arrears: number;
  stopped_real_name: number;
  stopped_imei: number;
  stopped_region: number;
};
/** The counted columns. */
export type CardCount = Exclude<keyof CardCountTable, 'customer_id' | 'kind' | 'platform' | 'lifecycle'>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'reports.card_count': CardCountTable;
    'reports.card_day': {
      customer_id: string;
      kind: CardKind;
      figure: 'activated' | 'ending';
      day: string;
      cards: number;
    };
    'reports.card_place': { customer_id: string; kind: CardKind; province: number; cards: number };
    'reports.card_total_day': { customer_id: string; kind: CardKind; day: string; cards: number };
    'reports.refresh': { name: string; refreshed_at: Date; took_ms: number };
  }
}

const ofCustomer = { kind: 'tree', column: 'customer_id' } as const;

export const reportTables = {
  'reports.card_count': { placement: { kind: 'local' }, scope: ofCustomer },
  'reports.card_day': { placement: { kind: 'local' }, scope: ofCustomer },
  'reports.card_place': { placement: { kind: 'local' }, scope: ofCustomer },
  'reports.card_total_day': { placement: { kind: 'local' }, scope: ofCustomer },
  'reports.refresh': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
