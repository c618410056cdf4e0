import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { hiddenPlatforms } from '../../../framework/hiding.ts';
import { customerOf, idsOfPath } from '../../customers/face.ts';

/** A carrier account that cards may be imported into. */
export type ImportAccount = {
  readonly id: string;
  readonly name: string;
  readonly platform: Platform;
  readonly subType: number | null;
};

/**
 * The accounts in use of the importer's customer, its ancestors and its descendants, never of a sibling. `id` selects one of
 * them.
 */
export async function importAccounts(ctx: Ctx, id?: string): Promise<ImportAccount[]> {
  const own = await customerOf(ctx.db, accountOf(ctx).customerId);
  const above = own ? idsOfPath(own.path) : [];
  const below = ctx.scope.everything ? [] : ctx.scope.customerIds;
  let query = ctx
    .beyondScope('cards are driven through the accounts of the customers above; the predicate names whose')
    .selectFrom('carriers.v_account')
    .select(['id', 'name', 'platform', 'sub_type'])
    .where('customer_id', 'in', [...new Set([...above, ...below])])
    .where('state', '!=', 'off')
    .where('platform', 'not in', [Platform.values.unknown, ...((await hiddenPlatforms(ctx)) as ReadonlySet<Platform>)]);
  if (id !== undefined) query = query.where('id', '=', id);
  const rows = await query.orderBy('platform').orderBy('name').execute();
  return rows.map((row) => ({ id: row.id, name: row.name, platform: row.platform, subType: row.sub_type }));
}
