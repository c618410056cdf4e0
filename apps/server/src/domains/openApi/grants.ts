import type { setApiGrant as endpoint } from '@cardinal/contract/api/openApi/grants.ts';
import { listApiGrants } from '@cardinal/contract/api/openApi/grants.ts';
import { OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { type SqlBool, sql } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { dataset } from '../../framework/dataset.ts';
import { customerNames, customerOf } from '../customers/face.ts';
import { ceilingOfCustomer, ceilingsOf } from './ceilings.ts';
import { withheldBy } from './grantRules.ts';

/** Descendants of the caller's own customer; what each may do follows from all grants on its path. */
export const grantDataset = dataset(listApiGrants, {
  from: (ctx) =>
    ctx.db
      .selectFrom('customers.v_customer as c')
      .leftJoin('open_api.customer_grant as g', 'g.customer_id', 'c.id')
      .where('c.id', '!=', accountOf(ctx).customerId),
  table: 'c',
  columns: { customerId: sql`c.id`, customerName: sql`c.name` },
  select: (query) => query.select(['c.id', 'c.name', 'c.kind', 'c.parent_id', 'g.granted_by', 'g.granted_at']),
  present: async (rows, ctx) => {
    const ids = rows.map((row) => row.id);
    const parents = rows.flatMap(({ parent_id }) => parent_id ?? []);
    const [names, ceilings, keys] = await Promise.all([
      customerNames(ctx.db, parents),
      ceilingsOf(ctx, ids),
      livingKeys(ctx, ids),
    ]);
    return rows.map((row) => ({
      customerId: row.id,
      customerName: row.name,
      parentName: (row.parent_id && names.get(row.parent_id)) ?? null,
      scopes: ceilings.get(row.id)?.scopes ?? [],
      callsPerMinute: ceilings.get(row.id)?.callsPerMinute ?? 0,
      keys: keys.get(row.id) ?? 0,
    }));
  },
});

async function livingKeys(ctx: Ctx, customerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (customerIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('open_api.api_key')
    .select(['customer_id', sql<string>`count(*)`.as('n')])
    .where('customer_id', 'in', [...customerIds])
    .where(sql<SqlBool>`disabled_at is null and coalesce(expires_at > ${ctx.clock.now()}, true)`)
    .groupBy('customer_id')
    .execute();
  return new Map(rows.map((row) => [row.customer_id, Number(row.n)]));
}

const problem = (field: string, words: Text, facts = {}) => new Refused(invalid, {}, [{ field, text: words, facts }]);

/** Sets what the keys of a descendant may do; never more than its parent has. */
export async function setApiGrant(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<typeof DONE> {
  const { customerId, account } = accountOf(ctx);
  const customer = body.customerId === customerId ? undefined : await customerOf(ctx.db, body.customerId);
  if (!customer?.parentId) throw problem('customerId', text('请选择下级客户', 'Select a child customer'));
  const above = await ceilingOfCustomer(ctx, customer.parentId);
  const beyond = withheldBy(above, body.scopes);
  if (beyond.length > 0) {
    const names = beyond.map((scope) => say(OpenScope.labelOf(scope), ctx.language)).join(', ');
    throw problem('scopes', text('上级自身没有：{names}', 'The parent customer does not have: {names}'), { names });
  }
  const kept = {
    scopes: [...new Set(body.scopes)],
    calls_per_minute: body.callsPerMinute,
    granted_by: account,
    granted_at: ctx.clock.now(),
  };
  const before = await ctx.db
    .selectFrom('open_api.customer_grant')
    .select(['scopes', 'calls_per_minute'])
    .where('customer_id', '=', customer.id)
    .executeTakeFirst();
  await ctx.db
    .insertInto('open_api.customer_grant')
    .values({ customer_id: customer.id, ...kept })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(kept))
    .execute();
  ctx.note({
    objectKind: 'apiGrant',
    objectId: customer.id,
    summary: customer.name,
    customerId: customer.id,
    before,
    after: { scopes: kept.scopes, callsPerMinute: body.callsPerMinute },
  });
  return DONE;
}
