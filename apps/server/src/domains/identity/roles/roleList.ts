import type { readRole as detailEndpoint } from '@cardinal/contract/api/identity/roles.ts';
import { listRoles } from '@cardinal/contract/api/identity/roles.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { permissionOf } from '@cardinal/contract/permissions/catalogue.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames, subtreeIds } from '../../customers/face.ts';
import type { RoleTable } from '../identityTables.ts';
import { ceilings } from '../rights/ceilings.ts';
import { type Permissions, roleWord } from '../rights/rightsRules.ts';
import { mayChange } from './saveRole.ts';

type RoleRow = RoleTable & { accounts: string };

const holders = sql<string>`(select count(*) from identity.account_role ar where ar.role_id = r.id)`;
/** The customer's published name; the row itself is within scope. */
const customerName = sql`(select c.name from customers.v_customer c where c.id = r.customer_id)`;

export const roleDataset = dataset(listRoles, {
  isShort: true,
  from: (ctx) => ctx.db.selectFrom('identity.role as r'),
  table: 'r',
  columns: {
    customerName,
    accounts: holders,
    changedAt: sql`r.updated_at`,
  },
  select: (query) => query.selectAll('r').select(holders.as('accounts')),
  present: (rows, ctx) => presentRoles(rows, ctx),
  extra: async (query, asked, ctx) => {
    let so = query;
    if (asked.holds) so = so.where(sql<boolean>`${asked.holds} = any(r.permissions)`);
    if (asked.unused)
      so = so.where(sql<boolean>`not exists (select from identity.account_role ar where ar.role_id = r.id)`);
    if (asked.under) {
      so = so.where(sql<boolean>`r.customer_id = any(${await subtreeIds(ctx.db, asked.under)}::bigint[])`);
    }
    return so;
  },
});

const isPage = (id: string) => id.endsWith('.view');
const isMoney = (id: string) => permissionOf(id)?.danger === 'money';

/** A role as listed. Built-in roles count their effective permissions, custom ones what was granted. */
async function presentRoles(rows: readonly RoleRow[], ctx: Ctx) {
  const names = await customerNames(
    ctx.db,
    rows.map((row) => row.customer_id),
  );
  const above = await ceilings(
    ctx,
    rows.map((row) => row.customer_id),
  );
  return rows.map((row) => presentRole(row, names.get(row.customer_id) ?? '', above.get(row.customer_id), ctx));
}

function presentRole(row: RoleRow, customerName: string, ceiling: Permissions = new Set(), ctx: Ctx) {
  const actor = accountOf(ctx);
  const permissions = row.kind === 'admin' ? [...ceiling] : row.permissions;
  const isChangeable = mayChange(row, actor);
  return {
    name: row.kind === 'admin' ? roleWord({ ...row, customerId: row.customer_id }) : row.name,
    customerName,
    pages: permissions.filter(isPage).length,
    buttons: permissions.filter((id) => !isPage(id)).length,
    hasMoney: permissions.some(isMoney),
    withdrawn: permissions.filter((id) => !ceiling.has(id)).length,
    changedAt: row.updated_at.toISOString(),
    offered: {
      edit: isChangeable && holds(actor, 'roleSys.edit'),
      delete: row.kind === 'custom' && row.accounts === '0' && holds(actor, 'roleSys.delete'),
    },
  };
}

export async function readRole(ctx: Ctx, id: string): Promise<AnswerOf<typeof detailEndpoint>> {
  const row = (await ctx.db
    .selectFrom('identity.role as r')
    .selectAll('r')
    .select(holders.as('accounts'))
    .where('r.id', '=', id)
    .executeTakeFirst()) as RoleRow | undefined;
  if (!row) throw new Refused(notFound);
  const ceiling = (await ceilings(ctx, [row.customer_id])).get(row.customer_id) ?? new Set<string>();
  const permissions = row.kind === 'admin' ? [...ceiling].sort() : row.permissions;
  const [shown] = await roleDataset.present([row], ctx);
  return {
    ...shown!,
    version: row.version,
    permissions: permissions.map((each) => ({ id: each, isWithdrawn: !ceiling.has(each) })),
    holders: await holdersOf(ctx, [row.id]).then((found) => found.map(({ role_id: _, ...account }) => account)),
  };
}

/** The accounts with these roles, within scope; at most a thousand. */
export const holdersOf = (ctx: Ctx, roleIds: readonly string[]) =>
  ctx.db
    .selectFrom('identity.account_role as ar')
    .innerJoin('identity.account as a', 'a.id', 'ar.account_id')
    .select(['ar.role_id', 'a.id', 'a.account', 'a.name'])
    .where('ar.role_id', 'in', roleIds)
    .where('a.deleted_at', 'is', null)
    .orderBy('a.account')
    .limit(1_000)
    .execute();
