import {
  type readMenuHolders as holdersEndpoint,
  type previewMenu as previewEndpoint,
  ROLES_NAMED,
  type readMenuTree as treeEndpoint,
} from '@cardinal/contract/api/identity/menus.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { applyMenuRules, hiddenCarriersOf } from '@cardinal/contract/routes/menuRules.ts';
import type { RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerOf, idsOfPath } from '../../customers/face.ts';
import { ceilings } from '../rights/ceilings.ts';
import { readTree } from '../rights/menuStore.ts';
import { effectiveOf } from '../rights/rightsRules.ts';
import { loadRoles } from '../rights/rightsStore.ts';
import { cutBySets } from '../rights/setRules.ts';
import { setsInForce } from '../rights/setStore.ts';
import { routesOf } from './menuRoutes.ts';

/** The caller's routes before the rules of the host, which the settings room applies. */
export async function entriesForCaller(ctx: Ctx): Promise<RouteEntry[]> {
  const { customerId, isAdmin, permissions, roles, mustChangePassword } = accountOf(ctx);
  const db = ctx.beyondScope('my own customer, whatever my data scope');
  const customer = await customerOf(db, customerId);
  if (!customer) throw new Refused(notFound);
  const tree = cutBySets(await readTree(db), isAdmin ? [] : await setsInForce(db, idsOfPath(customer.path)));
  // Without a role, or before a forced password change, only home and the password page are available.
  const isBarred = roles.length === 0 || mustChangePassword;
  const shown = isBarred ? tree.filter((entry) => entry.kind === 'page' && entry.parentKey === null) : tree;
  return routesOf(shown, { isAdmin, permissions, editions: customer.editions, kind: customer.kind });
}

/**
 * The whole tree for its editor, with how many sets have each entry and how many roles hold its permission; a directory counts
 * those of any page in it.
 */
export async function readMenuTree(ctx: Ctx): Promise<AnswerOf<typeof treeEndpoint>> {
  const tree = await readTree(ctx.db);
  const pagesOf = Map.groupBy(tree, (entry) => entry.parentKey);
  const asked = tree.flatMap((entry) =>
    (entry.kind === 'directory' ? (pagesOf.get(entry.key) ?? []) : [entry]).flatMap(({ permissionId }) =>
      permissionId === null ? [] : [{ key: entry.key, permission: permissionId }],
    ),
  );
  const { rows } = await sql<{ key: string; n: string }>`
    select asked.key, count(distinct role.id) as n
    from identity.role as role
    cross join lateral unnest(role.permissions) as held
    join unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ permission }) => permission)}::text[])
      as asked(key, permission) on asked.permission = held
    group by asked.key`.execute(ctx.beyondScope('counts of roles for the platform’s menu editor'));
  const roles = new Map(rows.map((row) => [row.key, Number(row.n)]));
  const sets = await setsWith(ctx);
  return tree.map((entry) => ({ ...entry, roles: roles.get(entry.key) ?? 0, sets: sets.get(entry.key) ?? 0 }));
}

/**
 * The roles that hold an entry or any page in it, and their accounts: those who lose it if it is removed, from the top of the
 * tree down.
 */
export async function readMenuHolders(
  ctx: Ctx,
  { key }: QueryOf<typeof holdersEndpoint>,
): Promise<AnswerOf<typeof holdersEndpoint>> {
  const tree = await readTree(ctx.db);
  const entry = tree.find((each) => each.key === key);
  if (!entry) throw new Refused(notFound);
  const asked = entry.kind === 'directory' ? tree.filter(({ parentKey }) => parentKey === key) : [entry];
  const permissions = asked.flatMap(({ permissionId }) => permissionId ?? []);
  const { rows } = await sql<{ id: string; name: string; customerName: string; accounts: string[] }>`
    select role.id, role.name, customer.name as "customerName",
      array_remove(array_agg(held.account_id::text), null) as accounts
    from identity.role as role
    join customers.v_customer as customer on customer.id = role.customer_id
    left join identity.account_role as held on held.role_id = role.id
    where role.permissions && ${permissions}::text[]
    group by role.id, role.name, customer.name, customer.level
    order by customer.level, count(held.account_id) desc, customer.name, role.name`.execute(
    ctx.beyondScope('roles named to the platform’s menu editor'),
  );
  return {
    roles: rows.length,
    accounts: new Set(rows.flatMap(({ accounts }) => accounts)).size,
    named: rows.slice(0, ROLES_NAMED).map((row) => ({ ...row, accounts: row.accounts.length })),
  };
}

/** How many sets have each entry, by its key. */
async function setsWith(ctx: Ctx): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; n: string }>`
    select entry ->> 'key' as key, count(*) as n
    from identity.menu_set as kept cross join lateral jsonb_array_elements(kept.entries) as entry
    group by 1`.execute(ctx.beyondScope('counts of menu sets for the platform’s menu editor'));
  return new Map(rows.map((row) => [row.key, Number(row.n)]));
}

/** The menu a role or a customer's main account would see. */
export async function previewMenu(
  ctx: Ctx,
  query: QueryOf<typeof previewEndpoint>,
): Promise<AnswerOf<typeof previewEndpoint>> {
  const [role] = query.roleId ? await loadRoles(ctx.db, [query.roleId]) : [];
  if (query.roleId && !role) throw new Refused(notFound);
  const customerId = role?.customerId ?? query.customerId ?? accountOf(ctx).customerId;
  const customer = await customerOf(ctx.db, customerId);
  if (!customer) throw new Refused(notFound);
  const ceiling = (await ceilings(ctx, [customerId])).get(customerId) ?? new Set<string>();
  const isAdmin = role?.kind === 'admin';
  const db = ctx.beyondScope('the sets of the customers above cut the menu; only the menu comes out');
  const sets = isAdmin ? [] : await setsInForce(db, idsOfPath(customer.path));
  const entries = routesOf(cutBySets(await readTree(ctx.db), sets), {
    isAdmin,
    permissions: role ? effectiveOf(role, ceiling) : ceiling,
    editions: customer.editions,
    kind: customer.kind,
  });
  return applyMenuRules(
    entries,
    customerId,
    hiddenCarriersOf({ isTestHost: false }, null, () => {}),
  );
}
