import type { previewMenuSet as endpoint } from '@cardinal/contract/api/menuSets.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { readTree } from '../menus/menuStore.ts';
import { withheldBy } from './setRules.ts';
import { customersWith, setOf } from './setStore.ts';

/**
 * Who loses something when a set gets these entries: the customers it is in force for with everyone below them, their roles
 * that hold a permission of a page that goes, and the accounts with such roles. A main role holds its customer's whole grant.
 */
export async function previewMenuSet(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const set = await ctx.db.selectFrom('identity.menu_set').selectAll().where('id', '=', body.id).executeTakeFirst();
  if (!set) throw new Refused(notFound);
  const tree = await readTree(ctx.db);
  const before = withheldBy(tree, set.entries);
  const lost = [...withheldBy(tree, body.entries)].filter((id) => !before.has(id));
  const wanted = new Set(body.entries.map(({ key }) => key));
  const pages = set.entries.filter(
    ({ key }) => tree.some((each) => each.key === key && each.kind === 'page') && !wanted.has(key),
  );
  // Everyone below the set's owner lies within the caller's scope, who sees the owner.
  const db = ctx.beyondScope('only counts come out');
  const users = await customersWith(db, setOf(set));
  const { rows } = await sql<{ customers: string; roles: string; accounts: string }>`
    with reached as (
      select distinct each.id
      from customers.v_customer top
      join customers.v_customer each on each.path like top.path || '%'
      where top.id = any(${users}::bigint[])
    ), hit as (
      select id from identity.role where customer_id in (select id from reached) and permissions && ${lost}::text[]
    )
    select (select count(*) from reached) as customers,
           (select count(*) from hit) as roles,
           (select count(distinct ar.account_id) from identity.account_role ar where ar.role_id in (select id from hit)) as accounts`.execute(
    db,
  );
  const { customers, roles, accounts } = rows[0]!;
  return { pages: pages.length, customers: Number(customers), roles: Number(roles), accounts: Number(accounts) };
}
