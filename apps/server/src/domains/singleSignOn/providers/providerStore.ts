import { notAllOfIt } from '@cardinal/contract/api/singleSignOn/providers.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { noPermission, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { type CustomerFacts, customerOf } from '../../customers/face.ts';
import { holdsAllOf } from '../../identity/face.ts';
import type { OidcClient } from '../protocols/oidc.ts';
import type { ProviderTable } from '../singleSignOnTables.ts';

/** The context a client secret is encrypted for: it can be decrypted nowhere else. */
export const secretPlace = (providerId: string): string => `single_sign_on.provider:${providerId}`;

export async function customerAsked(ctx: Ctx, customerId: string | undefined): Promise<CustomerFacts> {
  const customer = await customerOf(ctx.db, customerId ?? accountOf(ctx).customerId);
  if (!customer) throw new Refused(notFound);
  return customer;
}

/**
 * The customer whose sign-in is to be changed. Whoever sets a provider can let it vouch for any account of the customer, so the
 * caller must hold all that these can hold. A child's is set with `accountConfig.child` too.
 */
export async function customerToSet(ctx: Ctx, customerId: string | undefined): Promise<CustomerFacts> {
  const customer = await customerAsked(ctx, customerId);
  const actor = accountOf(ctx);
  if (customer.id !== actor.customerId && !holds(actor, 'accountConfig.child')) throw new Refused(noPermission);
  if (!(await holdsAllOf(ctx, customer.id))) throw new Refused(notAllOfIt);
  return customer;
}

/** A provider within scope; a foreign and an unknown one read alike. */
export async function providerOf(db: Database, id: string): Promise<ProviderTable> {
  const found = await db.selectFrom('single_sign_on.provider').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refused(notFound);
  return found;
}

export const clientOf = (ctx: Ctx, row: ProviderTable): OidcClient => ({
  issuer: row.issuer,
  clientId: row.client_id,
  clientSecret: row.client_secret === null ? null : ctx.secrets.open(row.client_secret, secretPlace(row.id)),
  scopes: row.scopes,
  consoleOrigin: row.console_origin,
});

/** What is shown and logged of a provider: everything but the secret. */
export const settingsOf = (row: Omit<ProviderTable, 'id' | 'customer_id' | 'created_at' | 'version'>) => ({
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  scopes: row.scopes,
  accountClaim: row.account_claim,
  groupsClaim: row.groups_claim,
  roleMap: row.role_map,
  domains: row.domains,
  createsAccounts: row.creates_accounts,
  consoleOrigin: row.console_origin,
  isEnabled: row.is_enabled,
});
