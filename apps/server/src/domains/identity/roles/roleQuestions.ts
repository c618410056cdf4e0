import type {
  readGrantable as grantableEndpoint,
  roleOptions as optionsEndpoint,
  readRoleTemplates as templatesEndpoint,
  whoCan as whoCanEndpoint,
} from '@cardinal/contract/api/identity/roles.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { permissionOf, permissionTitle, subjectOf } from '@cardinal/contract/permissions/catalogue.ts';
import { SECTIONS } from '@cardinal/contract/routes/table.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerNames, customerOf } from '../../customers/face.ts';
import { ceilings } from '../rights/ceilings.ts';
import { effectiveOf, isWithin, type Permissions, type RoleFacts } from '../rights/rightsRules.ts';
import { holdersOf } from './roleList.ts';
import { ROLE_TEMPLATES } from './roleTemplates.ts';

const leverOf = (id: string): 'see' | 'act' | 'export' =>
  id.endsWith('.view') ? 'see' : id.endsWith('.export') ? 'export' : 'act';

const choiceOf = (id: string) => ({
  id,
  ...permissionTitle(id),
  danger: permissionOf(id)?.danger ?? null,
  lever: leverOf(id),
});

async function ceilingFor(ctx: Ctx, customerId: string): Promise<Permissions> {
  if (!(await customerOf(ctx.db, customerId))) throw new Refused(notFound);
  return (await ceilings(ctx, [customerId])).get(customerId) ?? new Set();
}

const OTHERS = { zh: '其他', en: 'Others' };

/** What the caller may grant to roles of a customer, by sections and pages of the console; subjects without a page last. */
export async function readGrantable(
  ctx: Ctx,
  query: QueryOf<typeof grantableEndpoint>,
): Promise<AnswerOf<typeof grantableEndpoint>> {
  const { customerId, permissions } = accountOf(ctx);
  const ceiling = await ceilingFor(ctx, query.customerId ?? customerId);
  const left = new Set([...permissions].filter((id) => ceiling.has(id)));
  const take = (subject: string) => {
    const found = [...left].filter((id) => subjectOf(id) === subject).sort();
    for (const id of found) left.delete(id);
    return found.map(choiceOf);
  };
  const sections = SECTIONS.map((section) => ({
    path: section.path as string,
    ...section.title,
    pages: section.screens.flatMap(({ path, title, permission }) => {
      const found = permission === undefined ? [] : take(subjectOf(permission));
      return found.length === 0 ? [] : [{ path: path as string | null, ...title, permissions: found }];
    }),
  })).filter((section) => section.pages.length > 0);
  const others = [...new Set([...left].map(subjectOf))].sort();
  const pages = others.map((subject) => ({ path: null, zh: subject, en: subject, permissions: take(subject) }));
  return pages.length === 0 ? sections : [...sections, { path: '', ...OTHERS, pages }];
}

/** Templates limited to the caller's permissions. */
export const readRoleTemplates = (ctx: Ctx): AnswerOf<typeof templatesEndpoint> => {
  const { permissions } = accountOf(ctx);
  return ROLE_TEMPLATES.map(({ key, title, permissions: all }) => ({
    key,
    ...title,
    permissions: all.filter((id) => permissions.has(id)),
  }));
};

const rolesWithin = async (ctx: Ctx, customerId?: string): Promise<RoleFacts[]> => {
  let rows = ctx.db.selectFrom('identity.role').select(['id', 'customer_id', 'kind', 'name', 'permissions']);
  if (customerId) rows = rows.where('customer_id', '=', customerId);
  const found = await rows.orderBy('customer_id').orderBy('name').limit(2_000).execute();
  return found.map(({ customer_id, ...role }) => ({ ...role, customerId: customer_id }));
};

/** Roles that effectively grant a permission, and their accounts. */
export async function whoCan(
  ctx: Ctx,
  query: QueryOf<typeof whoCanEndpoint>,
): Promise<AnswerOf<typeof whoCanEndpoint>> {
  const roles = await rolesWithin(ctx);
  const customerIds = [...new Set(roles.map((role) => role.customerId))];
  const above = await ceilings(ctx, customerIds);
  const giving = roles.filter((role) =>
    effectiveOf(role, above.get(role.customerId) ?? new Set()).has(query.permission),
  );
  if (giving.length === 0) return [];
  const names = await customerNames(ctx.db, customerIds);
  const holders = await holdersOf(
    ctx,
    giving.map((role) => role.id),
  );
  return giving.map((role) => ({
    role: { id: role.id, name: role.name },
    customer: { id: role.customerId, name: names.get(role.customerId) ?? '' },
    accounts: holders
      .filter((holder) => holder.role_id === role.id)
      .map(({ id, account, name }) => ({ id, account, name })),
  }));
}

export async function roleOptions(
  ctx: Ctx,
  query: QueryOf<typeof optionsEndpoint>,
): Promise<AnswerOf<typeof optionsEndpoint>> {
  const { customerId, permissions } = accountOf(ctx);
  const wanted = query.customerId ?? customerId;
  const roles = await rolesWithin(ctx, wanted);
  const ceiling = (await ceilings(ctx, [wanted])).get(wanted) ?? new Set<string>();
  return roles.map((role) => ({
    id: role.id,
    name: role.name,
    kind: role.kind,
    isGrantable: isWithin(effectiveOf(role, ceiling), permissions),
  }));
}
