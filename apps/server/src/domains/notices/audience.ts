import type {
  previewAudience as previewEndpoint,
  noticeRoles as rolesEndpoint,
} from '@cardinal/contract/api/notices/notices.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import type { SelectQueryBuilder } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import type { Tables } from '../../framework/tables.ts';
import { holdersOfTagged } from '../cards/face.ts';
import { holdersOfRoleNames, roleNamesHeld } from '../identity/face.ts';
import type { NoticeTable } from './noticeTables.ts';

export type Audience = Pick<NoticeTable, 'audience' | 'customer_kinds' | 'customer_ids' | 'role_names' | 'tag_ids'>;
export type Receiver = { readonly id: string; readonly customer_id: string };

type Asked = BodyOf<typeof previewEndpoint>;
/** The stored columns; fields of another audience type are dropped. */
export const audienceColumns = (asked: Asked): Audience => ({
  audience: asked.audience,
  customer_kinds: asked.audience === 'all' ? (asked.customerKinds ?? []) : [],
  customer_ids: asked.audience === 'customers' ? (asked.customerIds ?? []) : [],
  role_names: asked.audience === 'roles' ? (asked.roleNames ?? []) : [],
  tag_ids: asked.audience === 'tags' ? (asked.tagIds ?? []) : [],
});

type Accounts = SelectQueryBuilder<
  Pick<Tables, never> & { a: Tables['identity.v_account']; c: Tables['customers.v_customer'] },
  'a' | 'c',
  object
>;

/**
 * The enabled accounts a notice is for, never beyond its writer's scope: the handle is scoped to the writer, so a foreign
 * customer, role or tag reaches nobody. «All below» excludes the writer's own customer.
 */
export async function receiversOf(ctx: Ctx, of: Audience, options: { madeSince?: string } = {}): Promise<Receiver[]> {
  const { customerId } = accountOf(ctx);
  let accounts = ctx.db
    .selectFrom('identity.v_account as a')
    .innerJoin('customers.v_customer as c', 'c.id', 'a.customer_id')
    .where('a.status', '=', 1)
    .where('c.status', '=', 1) as unknown as Accounts;
  if (options.madeSince) accounts = accounts.where('a.id', '>=', options.madeSince);
  if (of.audience === 'all') {
    accounts = accounts.where('c.id', '<>', customerId);
    if (of.customer_kinds.length > 0) accounts = accounts.where('c.kind', 'in', of.customer_kinds);
  }
  if (of.audience === 'customers') accounts = accounts.where('c.id', 'in', among(of.customer_ids));
  if (of.audience === 'roles') {
    accounts = accounts.where('a.id', 'in', among(await holdersOfRoleNames(ctx.db, of.role_names)));
  }
  if (of.audience === 'tags') {
    accounts = accounts.where('c.id', 'in', among(await holdersOfTagged(ctx.db, of.tag_ids)));
  }
  return accounts.select(['a.id', 'a.customer_id']).orderBy('a.id').execute();
}

/** SQL accepts no empty list; no row has id 0. */
const among = (ids: readonly string[]): string[] => (ids.length > 0 ? [...ids] : ['0']);

export async function previewAudience(ctx: Ctx, asked: Asked): Promise<AnswerOf<typeof previewEndpoint>> {
  const receivers = await receiversOf(ctx, audienceColumns(asked));
  return { accounts: receivers.length, customers: new Set(receivers.map((each) => each.customer_id)).size };
}

export const noticeRoles = (ctx: Ctx): Promise<AnswerOf<typeof rolesEndpoint>> => roleNamesHeld(ctx.db);
