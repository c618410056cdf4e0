import type { DiscountStep } from '@cardinal/contract/api/engines/engines.ts';
import type { EngineAccess, EngineCode, EngineState, EngineUnit } from '@cardinal/contract/enumerations/engine.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

type EngineTable = {
  id: string;
  code: EngineCode;
  name_zh: string;
  name_en: string;
  unit: EngineUnit;
  list_price: string;
  currency: Generated<string>;
  steps: ColumnType<DiscountStep[], string, string>;
  trial_days: number;
  grace_days: number;
  state: EngineState;
  access: EngineAccess;
  version: Generated<number>;
  updated_at: Date;
};
export type EngineRow = Selectable<EngineTable>;

export type SubscriptionRow = {
  id: string;
  engine_id: string;
  customer_id: string;
  is_trial: boolean;
  card_limit: number | null;
  starts_at: Date;
  ends_at: Date;
  off_at: Date;
  granted_by: string;
  stopped_at: Date | null;
  stopped_by: string | null;
  stop_reason: string | null;
};

export type CustomerPriceRow = {
  id: string;
  engine_id: string;
  customer_id: string;
  price: string;
  next_price: string | null;
  next_at: Date | null;
  updated_at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'engines.engine': EngineTable;
    'engines.customer_price': CustomerPriceRow;
    'engines.subscription': SubscriptionRow;
    'engines.member': { card_id: string; engine_id: string; customer_id: string; period: string; joined_on: string };
    'engines.usage': {
      customer_id: string;
      engine_id: string;
      day: string;
      cards: Generated<number>;
      joined: Generated<number>;
      calls: Generated<string>;
      counted_at: Date | null;
    };
  }
}

const ofCustomer = { kind: 'tree', column: 'customer_id' } as const;

export const engineTables = {
  'engines.engine': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'engines.customer_price': { placement: { kind: 'local' }, scope: ofCustomer },
  'engines.subscription': { placement: { kind: 'local' }, scope: ofCustomer },
  'engines.member': { placement: { kind: 'local' }, scope: ofCustomer },
  'engines.usage': { placement: { kind: 'local' }, scope: ofCustomer },
} as const satisfies Record<string, TableFacts>;
