import {
  type previewAssignment as assignment,
  type previewMenuSet as endpoint,
  LOSERS_NAMED,
} from '@cardinal/contract/api/identity/menuSets.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { idsOfPath } from '../../customers/face.ts';
import { readTree } from '../rights/menuStore.ts';
import { defaultsAfter, lostBetween, type MenuSet, type Step, setsOnWay } from '../rights/setRules.ts';
import { loadSets, setOf } from '../rights/setStore.ts';
import { readAssignment } from './assignMenuSet.ts';

/**
 * Who loses something if a set is saved like this. These are the customers below its owner whose set then lists less, because
 * entries are removed or because it becomes or ceases to be the default. Included are their descendants, their roles with a
 * permission of a removed page, and the accounts with such roles. A main role has its customer's whole grant.
 */
export async function previewMenuSet(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const row = body.id
    ? await ctx.db.selectFrom('identity.menu_set').selectAll().where('id', '=', body.id).executeTakeFirst()
    : undefined;
  if (body.id && !row) throw new Refused(notFound);
  const saved = row && setOf(row);
  const wanted: MenuSet = {
    id: saved?.id ?? 'new',
    customerId: saved?.customerId ?? accountOf(ctx).customerId,
    kind: body.kind === undefined ? (saved?.kind ?? null) : body.kind,
    edition: body.edition === undefined ? (saved?.edition ?? null) : body.edition,
    isDefault: body.isDefault ?? saved?.isDefault ?? false,
    home: null,
    entries: body.entries,
  };
  return lossesOf(ctx, wanted.customerId, ({ given, defaults }) => ({
    given: new Map([...given].map(([id, set]) => [id, set.id === wanted.id ? wanted : set])),
    defaults: defaultsAfter(defaults, wanted),
  }));
}

/** Who loses something if these customers get a set, or lose their own. */
export async function previewAssignment(
  ctx: Ctx,
  body: BodyOf<typeof assignment>,
): Promise<AnswerOf<typeof assignment>> {
  const { set, owner, ids } = await readAssignment(ctx, body);
  return lossesOf(ctx, owner, ({ given, defaults }) => {
    const then = new Map(given);
    for (const id of ids) {
      if (set) then.set(id, setOf(set));
      else then.delete(id);
    }
    return { given: then, defaults };
  });
}

type Sets = { readonly given: ReadonlyMap<string, MenuSet>; readonly defaults: readonly MenuSet[] };

async function lossesOf(ctx: Ctx, ownerId: string, change: (now: Sets) => Sets): Promise<AnswerOf<typeof endpoint>> {
  // Whoever sees the owner has all its descendants in scope.
  const db = ctx.beyondScope('who is below the owner of a set');
  const tree = await readTree(db);
  const pages = new Set<string>();
  const [customers, roles, accounts] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { before, after, ids } of await moves(db, ownerId, change)) {
    const lost = lostBetween(tree, before, after);
    if (lost.pages.length === 0) continue;
    for (const page of lost.pages) pages.add(page);
    for (const hit of await reachedBy(db, ids, lost.permissions)) {
      customers.add(hit.customer_id);
      if (hit.role_id) roles.add(hit.role_id);
      if (hit.account_id) accounts.add(hit.account_id);
    }
  }
  return {
    pages: pages.size,
    customers: customers.size,
    roles: roles.size,
    accounts: accounts.size,
    named: {
      pages: tree.filter(({ key }) => pages.has(key)).map(({ key, zh, en }) => ({ key, zh, en })),
      ...(await namesOf(db, customers, roles, accounts)),
    },
  };
}

/** The first of each by name, to help the decision. */
async function namesOf(
  db: Database,
  customers: ReadonlySet<string>,
  roles: ReadonlySet<string>,
  accounts: ReadonlySet<string>,
): Promise<Omit<AnswerOf<typeof endpoint>['named'], 'pages'>> {
  const [customerRows, roleRows, accountRows] = await Promise.all([
    sql<{ name: string }>`
      select name from customers.v_customer where id = any(${[...customers]}::bigint[])
      order by level, name limit ${LOSERS_NAMED}`.execute(db),
    sql<{ name: string; customerName: string }>`
      select role.name, customer.name as "customerName"
      from identity.role role join customers.v_customer customer on customer.id = role.customer_id
      where role.id = any(${[...roles]}::bigint[]) order by 2, 1 limit ${LOSERS_NAMED}`.execute(db),
    sql<{ account: string }>`
      select account from identity.account where id = any(${[...accounts]}::bigint[])
      order by account limit ${LOSERS_NAMED}`.execute(db),
  ]);
  return {
    customers: customerRows.rows.map(({ name }) => name),
    roles: roleRows.rows,
    accounts: accountRows.rows.map(({ account }) => account),
  };
}

type Move = { readonly before: MenuSet | undefined; readonly after: MenuSet | undefined; readonly ids: string[] };

/** The customers below the owner whose effective set changes, grouped by old and new set. */
async function moves(db: Database, ownerId: string, change: (now: Sets) => Sets): Promise<Iterable<Move>> {
  const { rows } = await sql<Step & { path: string }>`
    select each.id, each.path, each.kind, each.editions
    from customers.v_customer owner
    join customers.v_customer each on each.path like owner.path || '%'
    where owner.id = ${ownerId}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const now = await loadSets(db, [...byId.keys()]);
  const then = change(now);
  const found = new Map<string, Move>();
  for (const { id, path } of rows) {
    // Customers above the owner do not matter: its own default is nearer than any of theirs.
    const way = idsOfPath(path).flatMap((each) => byId.get(each) ?? []);
    const [before, after] = [now, then].map(({ given, defaults }) => setsOnWay(way, given, defaults).at(-1));
    if (before === after) continue;
    const pair = `${before?.id} ${after?.id}`;
    const move = found.get(pair) ?? { before, after, ids: [] };
    move.ids.push(id);
    found.set(pair, move);
  }
  return found.values();
}

type Hit = { customer_id: string; role_id: string | null; account_id: string | null };

/** These customers and their descendants, with their roles that hold one of the permissions and those roles' accounts. */
async function reachedBy(db: Database, ids: readonly string[], lost: readonly string[]): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    with reached as (
      select distinct each.id
      from customers.v_customer top
      join customers.v_customer each on each.path like top.path || '%'
      where top.id = any(${ids}::bigint[])
    )
    select reached.id as customer_id, role.id as role_id, ar.account_id
    from reached
    left join identity.role role on role.customer_id = reached.id and role.permissions && ${lost}::text[]
    left join identity.account_role ar on ar.role_id = role.id`.execute(db);
  return rows;
}
