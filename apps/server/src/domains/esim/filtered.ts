import { type Filtered, filterFindsOthers } from '@cardinal/contract/api/esim/named.ts';
import { fieldProblems } from '@cardinal/contract/framework/issues.ts';
import type { ListEndpoint, ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { type Dataset, filtered } from '../../framework/dataset.ts';

type List = { readonly endpoint: ListEndpoint; readonly dataset: Dataset; readonly column: RawBuilder<string> };

/**
 * The rows a list's filters match within the caller's scope, by name. Refused if their number differs from what the caller was
 * shown.
 */
export async function namesFound(ctx: Ctx, list: List, { filter, count }: Filtered): Promise<string[]> {
  const parsed = list.endpoint.query.safeParse(filter);
  if (!parsed.success) {
    const problems = fieldProblems(parsed.error).map((each) => ({ ...each, field: `filter.${each.field}` }));
    throw new Refused(invalid, {}, problems);
  }
  const query = await filtered(list.endpoint, list.dataset, ctx, parsed.data as ListQuery);
  const rows = await query
    .clearSelect()
    .select(sql<string>`${list.column}`.as('name'))
    .limit(count + 1)
    .execute();
  const names = (rows as { name: string }[]).map(({ name }) => name);
  if (names.length !== count) throw new Refused(filterFindsOthers, { n: await countNow(query, names.length, count) });
  return names;
}

async function countNow(query: Awaited<ReturnType<typeof filtered>>, found: number, count: number): Promise<number> {
  if (found < count) return found;
  const [row] = (await query.clearSelect().select(sql<string>`count(*)`.as('n')).execute()) as { n: string }[];
  return Number(row?.n);
}
