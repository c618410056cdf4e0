import { appidTaken, OFFICIAL_PAGES } from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import type { AccountKind } from '@cardinal/contract/enumerations/publicAccount.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { sealSecret } from './accountStore.ts';
import { addressesOf } from './editAccounts.ts';

type Program = {
  readonly name: string;
  readonly secret?: string | undefined;
  readonly apiBaseUrl?: string | undefined;
};

/** A mini-program of a customer; an appid that is connected as anything else, or by anybody else, is taken. */
export async function programOf(ctx: Ctx, customerId: string, appid: string): Promise<string | undefined> {
  const found = await ctx
    .beyondScope('an appid is on the platform once')
    .selectFrom('public_accounts.account')
    .select(['id', 'customer_id', 'kind'])
    .where('appid', '=', appid)
    .executeTakeFirst();
  if (found && (found.kind !== 'miniProgram' || found.customer_id !== customerId)) throw refusedAt('appid', appidTaken);
  return found?.id;
}

/** Connects a mini-program of a customer. */
export async function addProgram(
  ctx: Ctx,
  customerId: string,
  { appid, name, secret, apiBaseUrl }: Program & { readonly appid: string; readonly secret: string },
): Promise<string> {
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const write = ctx.db
    .insertInto('public_accounts.account')
    .values({
      id,
      customer_id: customerId,
      kind: 'miniProgram',
      name,
      appid,
      secret: sealSecret(ctx, id, secret),
      hotline: null,
      ...addressesOf(ctx, { apiBaseUrl, pageBaseUrl: OFFICIAL_PAGES }),
      created_at: now,
      updated_at: now,
    })
    .execute();
  await refuseDuplicate('account_appid', refusedAt('appid', appidTaken), write);
  return id;
}

/** Names it anew; secret and address stay where they are left out. */
export async function editProgram(ctx: Ctx, id: string, { name, secret, apiBaseUrl }: Program): Promise<void> {
  const address = apiBaseUrl === undefined ? {} : addressesOf(ctx, { apiBaseUrl, pageBaseUrl: OFFICIAL_PAGES });
  await ctx.db
    .updateTable('public_accounts.account')
    .set((row) => ({
      name,
      ...address,
      ...(secret === undefined ? {} : { secret: sealSecret(ctx, id, secret) }),
      version: row('version', '+', 1),
      updated_at: ctx.clock.now(),
    }))
    .where('id', '=', id)
    .execute();
}

/** What an account is, for whoever sells or is paid there. */
export async function kindOf(ctx: Ctx, accountId: string): Promise<AccountKind> {
  const row = await ctx
    .beyondScope('what an account is, is no secret')
    .selectFrom('public_accounts.account')
    .select('kind')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.kind;
}
