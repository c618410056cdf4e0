import type { roleCandidates as candidates, assignRole as endpoint } from '@cardinal/contract/api/identity/accounts.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { setAccountRoles } from './setAccountRoles.ts';

const MOST_CANDIDATES = 50;

async function roleOf(ctx: Ctx, id: string) {
  const role = await ctx.db.selectFrom('identity.role').selectAll().where('id', '=', id).executeTakeFirst();
  if (!role) throw new Refused(notFound);
  return role;
}

export async function roleCandidates(
  ctx: Ctx,
  { id, keyword }: QueryOf<typeof candidates>,
): Promise<AnswerOf<typeof candidates>> {
  const role = await roleOf(ctx, id);
  return ctx.db
    .selectFrom('identity.account as a')
    .select(['a.id', 'a.account', 'a.name'])
    .where('a.customer_id', '=', role.customer_id)
    .where('a.deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from identity.account_role ar where ar.account_id = a.id and ar.role_id = ${id})`,
    )
    .$if(Boolean(keyword), (query) =>
      query.where(
        sql<boolean>`(a.account ilike ${likeContains(keyword ?? '')} or a.name ilike ${likeContains(keyword ?? '')})`,
      ),
    )
    .orderBy('a.account')
    .limit(MOST_CANDIDATES)
    .execute();
}

/** Each account keeps its other roles and passes every check that changing its roles individually would require. */
export async function assignRole(ctx: Ctx, { id, add, remove }: BodyOf<typeof endpoint>) {
  const role = await roleOf(ctx, id);
  const names = new Map<string, string>();
  for (const accountId of [...new Set([...add, ...remove])].sort()) {
    const held = await ctx.db
      .selectFrom('identity.account as a')
      .leftJoin('identity.account_role as ar', 'ar.account_id', 'a.id')
      .select(['a.account', 'ar.role_id'])
      .where('a.id', '=', accountId)
      .execute();
    names.set(accountId, held[0]?.account ?? accountId);
    const others = held.flatMap((row) => (row.role_id && row.role_id !== id ? [row.role_id] : []));
    await setAccountRoles(ctx, { id: accountId, roleIds: add.includes(accountId) ? [...others, id] : others });
  }
  const said = (ids: readonly string[]) => ids.map((each) => names.get(each) ?? each);
  ctx.note({
    customerId: role.customer_id,
    objectKind: 'role',
    objectId: role.id,
    summary: role.name,
    before: { accounts: said(remove) },
    after: { accounts: said(add) },
  });
  return DONE;
}
