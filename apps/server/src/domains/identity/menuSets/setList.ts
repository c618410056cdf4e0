import type { readMenuSet as detailEndpoint } from '@cardinal/contract/api/identity/menuSets.ts';
import { listMenuSets } from '@cardinal/contract/api/identity/menuSets.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';
import type { MenuSetTable } from '../identityTables.ts';
import { choosable } from './setTree.ts';

type SetRow = MenuSetTable & { customers: string };

const users = sql<string>`(select count(*) from identity.menu_set_customer u where u.set_id = s.id)`;

export const menuSetDataset = dataset(listMenuSets, {
  isShort: true,
  from: (ctx) => ctx.db.selectFrom('identity.menu_set as s'),
  table: 's',
  columns: {
    ownerId: sql`s.customer_id`,
    customers: users,
    changedAt: sql`s.updated_at`,
  },
  select: (query) => query.selectAll('s').select(users.as('customers')),
  present: (rows, ctx) => present(rows, ctx),
  extra: async (query, asked) => {
    let so = query;
    if (asked.page) {
      const entry = JSON.stringify([{ key: asked.page }]);
      so = so.where(sql<boolean>`s.entries @> ${entry}::jsonb`);
    }
    if (asked.usedBy) {
      so = so.where(sql<boolean>`exists (
        select from identity.menu_set_customer u where u.set_id = s.id and u.customer_id = ${asked.usedBy})`);
    }
    return so;
  },
});

async function present(rows: readonly SetRow[], ctx: Ctx) {
  const names = await customerNames(
    ctx.db,
    rows.map((row) => row.customer_id),
  );
  const pages = new Set((await choosable(ctx)).filter(({ kind }) => kind === 'page').map(({ key }) => key));
  return rows.map((row) => {
    const pageKeys = row.entries.filter(({ key }) => pages.has(key)).map(({ key }) => key);
    return {
      ownerId: row.customer_id,
      ownerName: names.get(row.customer_id) ?? '',
      pages: pageKeys.length,
      pageKeys,
      changedAt: row.updated_at.toISOString(),
    };
  });
}

export async function readMenuSet(ctx: Ctx, id: string): Promise<AnswerOf<typeof detailEndpoint>> {
  const row = (await ctx.db
    .selectFrom('identity.menu_set as s')
    .selectAll('s')
    .select(users.as('customers'))
    .where('s.id', '=', id)
    .executeTakeFirst()) as SetRow | undefined;
  if (!row) throw new Refused(notFound);
  const given = await ctx.db
    .selectFrom('identity.menu_set_customer')
    .select('customer_id')
    .where('set_id', '=', id)
    .limit(1_000)
    .execute();
  const names = await customerNames(
    ctx.db,
    given.map((each) => each.customer_id),
  );
  const [shown] = await menuSetDataset.present([row], ctx);
  return {
    ...shown!,
    version: row.version,
    entries: row.entries,
    home: row.home,
    users: [...names].map(([customerId, name]) => ({ id: customerId, name })),
  };
}
