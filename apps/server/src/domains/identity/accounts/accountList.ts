import type { accountOptions as optionsEndpoint } from '@cardinal/contract/api/identity/accounts.ts';
import { listAccounts } from '@cardinal/contract/api/identity/accounts.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';
import { type AnyQuery, dataset } from '../../../framework/dataset.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { isWholeOrEnd } from '../../../framework/list/hiddenValues.ts';
import { subtreeIds } from '../../customers/face.ts';
import type { AccountTable } from '../identityTables.ts';
import { placeOf } from '../signIn/addressPlace.ts';
import { SIGNED_IN } from '../signIn/lockout.ts';

type Chip = { id: string; name: string; kind: string };
export type AccountRow = AccountTable & {
  customer_name: string;
  roles: Chip[];
  failed_tries: string | null;
  is_locked: boolean;
  has_two_step: boolean;
};

const DAY_MS = 86_400_000;

/** The names of the identity providers accounts sign in by; without a contribution there are none. */
export const providersOfAccounts =
  extensionPoint<(ctx: Ctx, accountIds: readonly string[]) => Promise<ReadonlyMap<string, string>>>(
    'identity.providersOfAccounts',
  );

/** The customer's published name; the account itself is within scope. */
const customerName = sql<string>`(select c.name from customers.v_customer c where c.id = a.customer_id)`;
const roleChips = sql<Chip[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', r.id::text, 'name', r.name, 'kind', r.kind) order by r.name)
  from identity.account_role ar join identity.role r on r.id = ar.role_id where ar.account_id = a.id), '[]')`;

const isLocked = (ctx: Ctx) =>
  sql<boolean>`exists (select from identity.lockout l
    where l.account_key = lower(a.account) and l.locked_until > ${ctx.clock.now()}::timestamptz)`;

const hasTwoStep = sql<boolean>`exists (select from identity.two_step s where s.account_id = a.id and s.since is not null)`;

/** The columns of a list row; the table is `a`. */
export const accountRows = (query: AnyQuery, ctx: Ctx): AnyQuery =>
  query.selectAll('a').select([
    customerName.as('customer_name'),
    roleChips.as('roles'),
    isLocked(ctx).as('is_locked'),
    hasTwoStep.as('has_two_step'),
    sql`(select sum(l.failures) from identity.lockout l
        where l.account_key = lower(a.account) and l.address not in ('', ${SIGNED_IN}))`.as('failed_tries'),
  ]);

export const accountDataset = dataset(listAccounts, {
  from: (ctx) => ctx.db.selectFrom('identity.account as a').where('a.deleted_at', 'is', null),
  table: 'a',
  columns: {
    customerName,
    isLocked: {
      sql: sql`false`,
      where: (_, value, ctx) => sql<boolean>`${isLocked(ctx)} = ${value}`,
    },
    hasTwoStep,
  },
  select: accountRows,
  present: async (rows, ctx) => {
    const find = ctx.contributed(providersOfAccounts);
    const providers = await find?.(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ ...presentAccount(row, ctx), providers: providers?.get(row.id) ?? null }));
  },
  extra: async (query, asked, ctx) => {
    let so = query;
    if (asked.keyword) {
      const words = likeContains(asked.keyword);
      const phone = isWholeOrEnd(sql`a.phone`, asked.keyword);
      so = so.where(sql<boolean>`(a.account ilike ${words} or a.name ilike ${words} or ${phone})`);
    }
    if (asked.under) {
      so = so.where(sql<boolean>`a.customer_id = any(${await subtreeIds(ctx.db, asked.under)}::bigint[])`);
    }
    if (asked.roleId) {
      so = so.where(
        sql<boolean>`exists (select from identity.account_role ar
          where ar.account_id = a.id and ar.role_id = ${asked.roleId}::bigint)`,
      );
    }
    return so;
  },
});

function presentAccount(row: AccountRow, ctx: Ctx) {
  const age = ctx.clock.now().getTime() - row.password_changed_at.getTime();
  const place = row.last_login_address ? placeOf(row.last_login_address) : undefined;
  return {
    roles: row.roles.map(({ id, name }) => ({ id, name })),
    roleNames: row.roles.map(({ name }) => name).join(', '),
    failedTries: Number(row.failed_tries ?? 0),
    passwordAgeDays: Math.max(0, Math.floor(age / DAY_MS)),
    lastLoginPlace: place ? say(place, ctx.language) : null,
    isAdmin: row.roles.some(({ kind }) => kind === 'admin'),
    isMe: row.id === accountOf(ctx).accountId,
  };
}

export async function accountOptions(
  ctx: Ctx,
  query: QueryOf<typeof optionsEndpoint>,
): Promise<AnswerOf<typeof optionsEndpoint>> {
  let rows = ctx.db
    .selectFrom('identity.account')
    .select(['id', 'account', 'name'])
    .where('deleted_at', 'is', null)
    .where('status', '=', 1);
  if (query.customerId) rows = rows.where('customer_id', '=', query.customerId);
  if (query.keyword) {
    const words = likeContains(query.keyword);
    rows = rows.where((on) => on.or([on('account', 'ilike', words), on('name', 'ilike', words)]));
  }
  return rows.orderBy('account').limit(50).execute();
}
