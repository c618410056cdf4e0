import type {
  customerNodeSchema,
  customerOptions as optionsEndpoint,
  searchCustomers as searchEndpoint,
  readCustomerTree as treeEndpoint,
} from '@cardinal/contract/api/customers/customers.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import type * as z from 'zod';
import { accountOf, type Ctx } from '../../framework/context.ts';
import type { Database } from '../../framework/tables.ts';
import { customerNames } from './customerFacts.ts';
import { matches } from './customerList.ts';
import { idsOfPath } from './customerRules.ts';
import { type CustomerRow, findCustomer } from './customerStore.ts';

const LEVEL_BOUND = 500;
const SEARCH_BOUND = 50;

type Node = z.output<typeof customerNodeSchema>;
type NodeRow = Pick<CustomerRow, 'id' | 'parent_id' | 'name' | 'code' | 'kind' | 'status' | 'currency'> & {
  children: string | null;
};

/** How many direct children of `c` the caller sees. */
const childrenOf = (db: Database) =>
  db
    .selectFrom('customers.customer as k')
    .select((column) => column.fn.countAll<string>().as('n'))
    .where('k.parent_id', '=', sql<string>`c.id`)
    .as('children');

const nodes = (ctx: Ctx) =>
  ctx.db
    .selectFrom('customers.customer as c')
    .select(['c.id', 'c.parent_id', 'c.name', 'c.code', 'c.kind', 'c.status', 'c.currency', 'c.path'])
    .select(childrenOf(ctx.db));

const nodeOf = (row: NodeRow, top: string): Node => ({
  id: row.id,
  parentId: row.id === top ? null : row.parent_id,
  name: row.name,
  code: row.code,
  kind: row.kind,
  status: row.status,
  children: Number(row.children),
  currency: row.currency,
});

/** The children of a customer in order of creation, or the caller's own customer if none is named. */
export async function readCustomerTree(
  ctx: Ctx,
  query: QueryOf<typeof treeEndpoint>,
): Promise<AnswerOf<typeof treeEndpoint>> {
  const top = accountOf(ctx).customerId;
  if (query.parentId === undefined) {
    // An account limited to selected descendants starts at those.
    const rows = await nodes(ctx)
      .where((on) =>
        on.not(
          on.exists(
            on.selectFrom('customers.customer as above').select('above.id').whereRef('above.id', '=', 'c.parent_id'),
          ),
        ),
      )
      .orderBy('c.path')
      .limit(LEVEL_BOUND)
      .execute();
    return { nodes: rows.map((row) => ({ ...nodeOf(row, top), parentId: null })), hasMore: false };
  }
  if (!(await findCustomer(ctx.db, query.parentId))) throw new Refused(notFound);
  const rows = await nodes(ctx)
    .where('c.parent_id', '=', query.parentId)
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(LEVEL_BOUND + 1)
    .execute();
  return { nodes: rows.slice(0, LEVEL_BOUND).map((row) => nodeOf(row, top)), hasMore: rows.length > LEVEL_BOUND };
}

export async function searchCustomers(
  ctx: Ctx,
  query: QueryOf<typeof searchEndpoint>,
): Promise<AnswerOf<typeof searchEndpoint>> {
  const top = accountOf(ctx).customerId;
  const rows = await nodes(ctx)
    .where(matches(query.keyword, sql`c.name`, sql`c.code`))
    .orderBy('c.level')
    .orderBy('c.path')
    .limit(SEARCH_BOUND)
    .execute();
  const names = await customerNames(
    ctx.db,
    rows.flatMap((row) => idsOfPath(row.path)),
  );
  return rows.map((row) => ({
    ...nodeOf(row, top),
    path: idsOfPath(row.path).flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
  }));
}

export async function customerOptions(
  ctx: Ctx,
  query: QueryOf<typeof optionsEndpoint>,
): Promise<AnswerOf<typeof optionsEndpoint>> {
  let rows = ctx.db.selectFrom('customers.customer as c').select(['c.id', 'c.name', 'c.code', 'c.kind']);
  if (query.ids) rows = rows.where('c.id', 'in', query.ids);
  if (query.kind) rows = rows.where('c.kind', '=', query.kind);
  if (query.status) rows = rows.where('c.status', '=', 1);
  if (query.keyword) rows = rows.where(matches(query.keyword, sql`c.name`, sql`c.code`));
  return rows
    .orderBy('c.level')
    .orderBy('c.path')
    .limit(query.ids ? query.ids.length : SEARCH_BOUND)
    .execute();
}
