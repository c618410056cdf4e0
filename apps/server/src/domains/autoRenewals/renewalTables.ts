import type { ContractEnder, RenewalChargeState, SigningState } from '@cardinal/contract/enumerations/autoRenewal.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import type { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { Generated } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type TemplateTable = {
  id: string;
  /** Whose merchant it is. */
  customer_id: string;
  name: string;
  provider: PaymentProvider;
  merchant_id: string;
  plan_id: string;
  max_amount: string;
  currency: Currency;
  period_unit: ValidityUnit;
  lead_days: number;
  display_name: string;
  is_enabled: boolean;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

export type OfferTable = {
  id: string;
  account_id: string;
  /** The seller. */
  customer_id: string;
  listing_id: string;
  package_id: string;
  template_id: string;
  renew_price: string;
  currency: Currency;
  days_before: number;
  retries: number;
  is_enabled: boolean;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

export type ContractRow = {
  id: string;
  contract_no: string;
  provider_no: string | null;
  offer_id: string;
  template_id: string;
  merchant_id: string;
  plan_id: string;
  collector_id: string;
  account_id: string;
  customer_id: string;
  end_user_id: string;
  card_id: string;
  iccid: string;
  listing_id: string;
  package_id: string;
  title: string;
  first_price: string;
  renew_price: string;
  currency: Currency;
  days_before: number;
  retries: number;
  lead_days: number;
  period_unit: ValidityUnit;
  period_count: number;
  state: SigningState;
  sign_url: string | null;
  sign_until: Date;
  signed_at: Date | null;
  ending_at: Date | null;
  ended_by: ContractEnder | null;
  end_zh: string | null;
  end_en: string | null;
  ended_at: Date | null;
  paused_zh: string | null;
  paused_en: string | null;
  periods: number;
  said: string | null;
  said_zh: string | null;
  said_en: string | null;
  steps: number;
  next_at: Date | null;
  plan_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

export type ChargeRow = {
  id: string;
  contract_id: string;
  customer_id: string;
  period: number;
  amount: string;
  currency: Currency;
  state: RenewalChargeState;
  announce_at: Date | null;
  announced_at: Date | null;
  charge_at: Date;
  charge_until: Date | null;
  tries: number;
  payment_id: string | null;
  trade_no: string | null;
  retail_order_id: string;
  said: string | null;
  said_zh: string | null;
  said_en: string | null;
  next_at: Date | null;
  paid_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'auto_renewals.template': TemplateTable;
    'auto_renewals.package': OfferTable;
    'auto_renewals.contract': ContractRow;
    'auto_renewals.charge': ChargeRow;
  }
}

const ofCustomer = { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const renewalTables = {
  'auto_renewals.template': ofCustomer,
  'auto_renewals.package': ofCustomer,
  'auto_renewals.contract': ofCustomer,
  'auto_renewals.charge': ofCustomer,
} as const satisfies Record<string, TableFacts>;
