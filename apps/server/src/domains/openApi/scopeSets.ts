import { duplicateScopeSet, scopeSetInUse, scopeSetNotFound } from '@cardinal/contract/api/openApi/refusals.ts';
import type * as api from '@cardinal/contract/api/openApi/scopeSets.ts';
import { listScopeSets } from '@cardinal/contract/api/openApi/scopeSets.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { type SqlBool, sql } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { dataset } from '../../framework/dataset.ts';
import { refuseDuplicate, refusedAt } from '../../framework/duplicates.ts';
import { ceilingOfCustomer } from './ceilings.ts';

const UNIQUE_NAME = 'scope_set_customer_id_name_key';
const nameTaken = () => refusedAt('name', duplicateScopeSet);

export const scopeSetDataset = dataset(listScopeSets, {
  from: (ctx) => ctx.db.selectFrom('open_api.scope_set as s').where('s.customer_id', '=', accountOf(ctx).customerId),
  id: sql<string>`s.id`,
  columns: {
    id: sql`s.id`,
    name: sql`s.name`,
    scopes: { sql: sql`s.scopes`, where: (_operator, value) => sql<SqlBool>`s.scopes && ${value as string[]}::text[]` },
    createdAt: sql`s.created_at`,
  },
  select: (query) => query.selectAll('s'),
  present: async (rows, ctx) => {
    const keys = await keysUnder(
      ctx,
      rows.map((row) => row.id),
    );
    return rows.map((row) => ({
      id: row.id,
      version: row.version,
      name: row.name,
      scopes: row.scopes,
      keys: keys.get(row.id) ?? 0,
      remark: row.remark,
      createdAt: row.created_at.toISOString(),
    }));
  },
});

async function keysUnder(ctx: Ctx, setIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (setIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('open_api.api_key')
    .select(['scope_set_id', sql<string>`count(*)`.as('n')])
    .where('scope_set_id', 'in', [...setIds])
    .$narrowType<{ scope_set_id: string }>()
    .groupBy('scope_set_id')
    .execute();
  return new Map(rows.map((row) => [row.scope_set_id, Number(row.n)]));
}

export async function scopeSetOptions(ctx: Ctx): Promise<AnswerOf<typeof api.scopeSetOptions>> {
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

async function lockSet(ctx: Ctx, id: string) {
  const set = await ctx.db
    .selectFrom('open_api.scope_set')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', accountOf(ctx).customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!set) throw new Refused(scopeSetNotFound);
  return set;
}

type Fields = BodyOf<typeof api.createScopeSet>;
const columnsOf = (body: Fields) => ({
  name: body.name,
  scopes: [...new Set(body.scopes)],
  remark: body.remark || null,
});

export async function createScopeSet(ctx: Ctx, body: Fields): Promise<AnswerOf<typeof api.createScopeSet>> {
  const [id, now] = [ctx.ids.next(), ctx.clock.now()];
  const after = columnsOf(body);
  const { customerId } = accountOf(ctx);
  const write = ctx.db
    .insertInto('open_api.scope_set')
    .values({ ...after, id, customer_id: customerId, version: 1, created_at: now, updated_at: now })
    .execute();
  await refuseDuplicate(UNIQUE_NAME, nameTaken(), write);
  ctx.note({ objectKind: 'apiScopeSet', objectId: id, summary: body.name, after });
  return { id };
}

export async function editScopeSet(ctx: Ctx, body: BodyOf<typeof api.editScopeSet>): Promise<typeof DONE> {
  const { version, name, scopes, remark } = await lockSet(ctx, body.id);
  if (version !== body.version) throw new Refused(changedByAnother);
  const after = columnsOf(body);
  const write = ctx.db
    .updateTable('open_api.scope_set')
    .set({ ...after, version: version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', body.id)
    .execute();
  await refuseDuplicate(UNIQUE_NAME, nameTaken(), write);
  const before = { name, scopes, remark };
  ctx.note({ objectKind: 'apiScopeSet', objectId: body.id, summary: body.name, before, after });
  return DONE;
}

/** A template a key stands on stays, also under a disabled one: the list still says what it could do. */
export async function deleteScopeSet(ctx: Ctx, id: string): Promise<typeof DONE> {
  const { name, scopes, remark } = await lockSet(ctx, id);
  const keys = (await keysUnder(ctx, [id])).get(id) ?? 0;
  if (keys > 0) throw new Refused(scopeSetInUse, { keys });
  await ctx.db.deleteFrom('open_api.scope_set').where('id', '=', id).execute();
  ctx.note({ objectKind: 'apiScopeSet', objectId: id, summary: name, before: { name, scopes, remark } });
  return DONE;
}
