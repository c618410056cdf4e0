import type { CardKind, CardSize, Platform, RealNameMode, RealNameType } from '@cardinal/contract/enumerations/card.ts';
import type { ImeiLock, ProductState } from '@cardinal/contract/enumerations/product.ts';
import type { BusinessMode } from '@cardinal/contract/enumerations/settlement.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type ProductTable = {
  id: string;
  customer_id: string;
  base_id: string | null;
  code: string;
  name: string;
  platform: Platform;
  carrier_account_id: string;
  kind: CardKind;
  sizes: CardSize[];
  communication_plan: string | null;
  rate_plan: string | null;
  apn: string | null;
  business_mode: BusinessMode;
  real_name_mode: RealNameMode | null;
  real_name_channel: RealNameType | null;
  imei_lock: ImeiLock;
  test_days: number;
  silent_days: number;
  service_years: number | null;
  card_price: string | null;
  currency: Generated<string>;
  state: ProductState;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};
export type ProductRow = Selectable<ProductTable>;

export type DistributionTable = {
  id: string;
  product_id: string;
  customer_id: string;
  from_customer_id: string | null;
  state: 'on' | 'recalled';
  given_at: Date;
  recalled_at: Date | null;
  updated_at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'catalogue.product': ProductTable;
    'catalogue.product_code': { code: string; product_id: string };
    'catalogue.product_version': {
      product_id: string;
      version: number;
      terms: ColumnType<unknown, string, string>;
      changed_by: string | null;
      created_at: Date;
    };
    'catalogue.product_distribution': DistributionTable;
    'catalogue.card_price': {
      distribution_id: string;
      effective_at: Date;
      reserve_price: string;
      min_price: string;
      currency: string;
      set_by: string | null;
      created_at: Date;
    };
  }
}

const local = { kind: 'local' } as const;
const everybodys = { kind: 'global' } as const;

export const catalogueTables = {
  // Accessed through its holder: a customer sees products of customers above only if they were given to it.
  'catalogue.product': { placement: local, scope: everybodys },
  'catalogue.product_code': { placement: local, scope: everybodys },
  'catalogue.product_version': { placement: local, scope: everybodys },
  'catalogue.product_distribution': { placement: local, scope: { kind: 'tree', column: 'customer_id' } },
  // Reached through its distribution, which is scoped.
  'catalogue.card_price': { placement: local, scope: everybodys },
} as const satisfies Record<string, TableFacts>;
