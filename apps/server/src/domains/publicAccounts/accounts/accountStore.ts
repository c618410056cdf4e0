import { ownPublicAccountsOnly, publicAccountNotFound } from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Selectable } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { PublicAccountTable } from '../publicAccountTables.ts';

export type PublicAccountRow = Selectable<PublicAccountTable>;

const place = (id: string) => `public_accounts.account:${id}:secret`;
export const sealSecret = (ctx: Ctx, id: string, secret: string): string => ctx.secrets.seal(secret, place(id));
export const openSecret = (ctx: Ctx, { id, secret }: Pick<PublicAccountRow, 'id' | 'secret'>): string =>
  ctx.secrets.open(secret, place(id));

/** Any account that takes users, for whoever opens its page. */
export const openAccountPage = (ctx: Ctx, id: string): Promise<PublicAccountRow | undefined> =>
  ctx
    .beyondScope('the page of a public account is open to everybody')
    .selectFrom('public_accounts.account')
    .selectAll()
    .where('id', '=', id)
    .where('is_enabled', '=', true)
    .executeTakeFirst();

/** An account in the caller's scope that is his own customer's: only its people change it. */
export async function ownAccount(ctx: Ctx, id: string): Promise<PublicAccountRow> {
  const row = await ctx.db
    .selectFrom('public_accounts.account')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(publicAccountNotFound);
  if (row.customer_id !== accountOf(ctx).customerId) throw new Refused(ownPublicAccountsOnly);
  return row;
}
