import type { readSingleSignOn as endpoint } from '@cardinal/contract/api/singleSignOn/providers.ts';
import type { readOffered as offeredEndpoint } from '@cardinal/contract/api/singleSignOn/signInByProvider.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { holdsAllOf } from '../../identity/face.ts';
import { localSignInOf } from './localSignIn.ts';
import { customerAsked, settingsOf } from './providerStore.ts';

export async function readSettings(ctx: Ctx, customerId: string | undefined): Promise<AnswerOf<typeof endpoint>> {
  const customer = await customerAsked(ctx, customerId);
  const actor = accountOf(ctx);
  const isOwn = customer.id === actor.customerId;
  const rows = await ctx.db
    .selectFrom('single_sign_on.provider as p')
    .selectAll('p')
    .select(sql<string>`(select count(*) from single_sign_on.link l where l.provider_id = p.id)`.as('links'))
    .where('p.customer_id', '=', customer.id)
    .orderBy('p.id')
    .execute();
  const local = await localSignInOf(ctx.db, customer.id);
  const accounts = await ctx.db
    .selectFrom('identity.v_account')
    .select(['id', 'account', 'name'])
    .where('customer_id', '=', customer.id)
    .where('id', 'in', local?.account_ids.length ? local.account_ids : ['0'])
    .orderBy('account')
    .execute();
  return {
    companyCode: customer.code,
    mayEdit:
      holds(actor, 'accountConfig.signIn') &&
      (isOwn || holds(actor, 'accountConfig.child')) &&
      (await holdsAllOf(ctx, customer.id)),
    providers: rows.map((row) => ({
      id: row.id,
      version: row.version,
      ...settingsOf(row),
      hasSecret: row.client_secret !== null,
      linkedAccounts: Number(row.links),
    })),
    local: { isClosed: local?.is_closed ?? false, accounts },
  };
}

/** The enabled providers of an enabled customer by its code. */
export async function readOffered(ctx: Ctx, company: string): Promise<AnswerOf<typeof offeredEndpoint>> {
  const open = ctx.beyondScope('nobody has signed in yet; only names of providers come out');
  const rows = await open
    .selectFrom('single_sign_on.provider as p')
    .innerJoin('customers.v_customer as c', 'c.id', 'p.customer_id')
    .select(['p.id', 'p.name', 'p.console_origin'])
    .where(sql`lower(c.code)`, '=', company.trim().toLowerCase())
    .where('c.status', '=', 1)
    .where('p.is_enabled', '=', true)
    .orderBy('p.id')
    .execute();
  return rows.map(({ id, name, console_origin }) => ({ id, name, consoleOrigin: console_origin }));
}

/** By which providers each account has signed in, for the account list. */
export async function namesOfProviders(ctx: Ctx, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('single_sign_on.link as l')
    .innerJoin('single_sign_on.provider as p', 'p.id', 'l.provider_id')
    .select(['l.account_id', sql<string>`string_agg(p.name, ', ' order by p.id)`.as('names')])
    .where('l.account_id', 'in', accountIds)
    .groupBy('l.account_id')
    .execute();
  return new Map(rows.map(({ account_id, names }) => [account_id, names]));
}
