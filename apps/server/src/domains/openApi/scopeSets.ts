import { keyAboveYou, scopeSetInUse } from '@cardinal/contract/api/openApi/refusals.ts';
import { type scopeSetOptions as optionsEndpoint, scopeSets } from '@cardinal/contract/api/openApi/scopeSets.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type SqlBool, sql } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { bindRegister } from '../../framework/register/bindRegister.ts';
import { refuseAboveMe } from '../identity/face.ts';
import { ceilingOfCustomer } from './ceilings.ts';

async function keysUnder(ctx: Ctx, setIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db
    .selectFrom('open_api.api_key')
    .select(['scope_set_id', sql<string>`count(*)`.as('n')])
    .where('scope_set_id', 'in', [...setIds])
    .groupBy('scope_set_id')
    .execute();
  return new Map(rows.map((row) => [String(row.scope_set_id), Number(row.n)]));
}

/** A template grants its scopes to every key under it. */
async function refuseKeysAboveMe(ctx: Ctx, setId: string): Promise<void> {
  const holders = await ctx.db
    .selectFrom('open_api.api_key')
    .select('account_id')
    .distinct()
    .where('scope_set_id', '=', setId)
    .where('disabled_at', 'is', null)
    .execute();
  for (const { account_id } of holders) await refuseAboveMe(ctx, account_id, keyAboveYou);
}

export async function scopeSetOptions(ctx: Ctx): Promise<AnswerOf<typeof optionsEndpoint>> {
  const { customerId } = accountOf(ctx);
  const sets = await ctx.db
    .selectFrom('open_api.scope_set')
    .select(['id', 'name', 'scopes'])
    .where('customer_id', '=', customerId)
    .orderBy('name')
    .limit(500)
    .execute();
  const ceiling = await ceilingOfCustomer(ctx, customerId);
  return { sets, allowed: [...ceiling.scopes], callsPerMinute: ceiling.callsPerMinute };
}

export const scopeSetRoutes = bindRegister(scopeSets, {
  table: 'open_api.scope_set',
  objectKind: 'apiScopeSet',
  name: ({ name }) => name,
  unique: { index: 'scope_set_customer_id_name_key', field: 'name' },
  // Excludes descendants: the scope of the table itself is wider.
  hold: (ctx, id) =>
    ctx.db
      .selectFrom('open_api.scope_set')
      .selectAll()
      .where('id', '=', id)
      .where('customer_id', '=', accountOf(ctx).customerId)
      .forUpdate()
      .executeTakeFirst(),
  write: async (ctx, { scopes }, before) => {
    if (before) await refuseKeysAboveMe(ctx, before.id);
    return { scopes: [...new Set(scopes)] };
  },
  // A template with keys cannot be deleted, even if they are disabled: the list still shows their permissions.
  release: async (ctx, { id }) => {
    const keys = (await keysUnder(ctx, [id])).get(id) ?? 0;
    if (keys > 0) throw new Refused(scopeSetInUse, { keys });
  },
  list: {
    from: (query, ctx) => query.where('t.customer_id', '=', accountOf(ctx).customerId),
    columns: {
      scopes: {
        sql: sql`t.scopes`,
        where: (_operator, value) => sql<SqlBool>`t.scopes && ${value as string[]}::text[]`,
      },
    },
    present: async (rows, ctx) => {
      const ids = rows.map(({ id }) => id);
      const keys = await keysUnder(ctx, ids);
      return ids.map((id) => ({ keys: keys.get(id) ?? 0 }));
    },
  },
});
