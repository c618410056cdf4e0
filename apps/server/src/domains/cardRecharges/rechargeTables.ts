import type { BonusState } from '@cardinal/contract/enumerations/cardRecharge.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { RechargeKind } from '@cardinal/contract/enumerations/order.ts';
import type { Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type TierTable = {
  id: string;
  customer_id: string;
  account_id: string | null;
  product_code: string | null;
  kind: RechargeKind;
  amount: string;
  bonus: string;
  currency: Currency;
  sort: number;
  is_enabled: boolean;
  valid_from: Date | null;
  valid_until: Date | null;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};
export type TierRow = Selectable<TierTable>;

export type TopUpTable = {
  /** That of its order. */
  id: string;
  customer_id: string;
  card_id: string;
  /** Null: a free amount. */
  tier_id: string | null;
  kind: RechargeKind;
  amount: string;
  bonus: string;
  currency: Currency;
  bonus_state: BonusState;
  paid_id: string | null;
  gift_id: string | null;
  paid_back: Generated<string>;
  gift_back: Generated<string>;
  lifted_arrears: Generated<boolean>;
  created_at: Date;
  credited_at: Date | null;
};
export type TopUpRow = Selectable<TopUpTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'card_recharges.tier': TierTable;
    'card_recharges.free_amount': {
      account_id: string;
      id: string;
      customer_id: string;
      is_on: boolean;
      least: string;
      most: string;
      step: string;
      currency: Currency;
      version: number;
      updated_at: Date;
    };
    'card_recharges.top_up': TopUpTable;
    'card_recharges.first_recharge': { card_id: string; customer_id: string; top_up_id: string; at: Date };
  }
}

const ofSeller = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const rechargeTables = {
  'card_recharges.tier': ofSeller,
  'card_recharges.free_amount': ofSeller,
  'card_recharges.top_up': ofSeller,
  'card_recharges.first_recharge': ofSeller,
} as const satisfies Record<string, TableFacts>;
