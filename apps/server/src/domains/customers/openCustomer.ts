import {
  currencyOfParent,
  customerCodeExists,
  editionsBeyondParent,
  enterpriseIsLeaf,
} from '@cardinal/contract/api/customers/customers.ts';
import type { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { BusinessMode, type SettlementMode } from '@cardinal/contract/enumerations/settlement.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../framework/duplicates.ts';
import { customerMoney } from './customerMoney.ts';
import { editionsBeyond, kindsBelow, mayHaveCurrency, pathBelow } from './customerRules.ts';
import { type CustomerRow, insertCustomer, lockCustomer } from './customerStore.ts';

export type NewCustomer = {
  readonly parentId: string;
  readonly kind: CustomerKind;
  readonly name: string;
  readonly code: string;
  readonly editions: readonly Edition[];
  readonly businessMode: BusinessMode;
  readonly settlementMode: SettlementMode;
  /** The parent's if left out. */
  readonly currency?: Currency | undefined;
  /** An amount in it. */
  readonly credit?: string | undefined;
  readonly contactName?: string | null | undefined;
  readonly contactPhone?: string | null | undefined;
  readonly contactEmail?: string | null | undefined;
  readonly contactAddress?: string | null | undefined;
  readonly licenceName?: string | null | undefined;
  readonly licenceCode?: string | null | undefined;
  readonly salesperson?: string | null | undefined;
  readonly remark?: string | null | undefined;
};

/** Creates a customer below one the caller sees. The identity room creates its first account and role. */
export async function openCustomer(ctx: Ctx, asked: NewCustomer): Promise<CustomerRow> {
  // Locked, so that its editions cannot shrink while the child gets them.
  const parent = await lockCustomer(ctx.db, asked.parentId);
  if (!parent) throw new Refused(notFound);
  if (!kindsBelow(parent.kind).includes(asked.kind)) throw refusedAt('kind', enterpriseIsLeaf);
  if (editionsBeyond(asked.editions, parent.editions).length > 0) throw refusedAt('editions', editionsBeyondParent);
  if (!mayHaveCurrency(parent, asked.currency ?? parent.currency))
    throw refusedAt('currency', currencyOfParent, { currency: parent.currency });
  const row = newRow(ctx, parent, asked);
  await refuseDuplicate('customer_code', refusedAt('code', customerCodeExists), insertCustomer(ctx.db, row));
  if (asked.credit !== undefined) await ctx.contributed(customerMoney)?.grant(ctx, row, asked.credit);
  return row;
}

/** Creates the platform, the customer above all others. The caller makes sure that there is none yet. */
export async function openPlatform(ctx: Ctx, name: string): Promise<CustomerRow> {
  const row = newRow(ctx, undefined, {
    kind: 'PLATFORM',
    name,
    code: 'PLATFORM',
    editions: ['consumer', 'enterprise'],
    businessMode: BusinessMode.values.selfOperation,
    settlementMode: 'prepaid',
  });
  await insertCustomer(ctx.db, row);
  return row;
}

function newRow(ctx: Ctx, parent: CustomerRow | undefined, asked: Omit<NewCustomer, 'parentId'>): CustomerRow {
  const now = ctx.clock.now();
  const id = ctx.ids.next();
  return {
    id,
    parent_id: parent?.id ?? null,
    path: pathBelow(parent?.path ?? '/', id),
    level: (parent?.level ?? 0) + 1,
    kind: asked.kind,
    currency: asked.currency ?? parent?.currency ?? Currency.values.CNY,
    status: 1,
    sessions_from: null,
    last_sign_in_at: null,
    version: 1,
    created_at: now,
    updated_at: now,
    ...profileColumns(asked),
  };
}

/** The columns of a profile; missing or empty values become null. */
export const profileColumns = (profile: Omit<NewCustomer, 'parentId' | 'kind' | 'currency' | 'credit'>) => ({
  name: profile.name,
  code: profile.code,
  editions: [...new Set(profile.editions)].sort(),
  business_mode: profile.businessMode,
  settlement_mode: profile.settlementMode,
  contact_name: profile.contactName || null,
  contact_phone: profile.contactPhone || null,
  contact_email: profile.contactEmail || null,
  contact_address: profile.contactAddress || null,
  licence_name: profile.licenceName || null,
  licence_code: profile.licenceCode || null,
  salesperson: profile.salesperson || null,
  remark: profile.remark || null,
});
