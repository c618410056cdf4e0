import type { globalSearch } from '@cardinal/contract/api/cardViews/search.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';

/** Something found by its whole number, which answers to `typed`. */
export type NumberHit = { readonly typed: string; readonly hit: AnswerOf<typeof globalSearch>['others'][number] };
/** Finds within the caller's scope and rights; nothing where the caller may not see such things. */
type Finding = (ctx: Ctx, numbers: readonly string[]) => Promise<readonly NumberHit[]>;

/** How things with numbers of their own in later rooms are found. */
export const numberSearch = extensionList<Finding>('cardViews.numberSearch');

export async function foundElsewhere(ctx: Ctx, numbers: readonly string[]): Promise<NumberHit[]> {
  if (numbers.length === 0) return [];
  const found: NumberHit[] = [];
  for (const find of ctx.contributed(numberSearch)) found.push(...(await find(ctx, numbers)));
  return found;
}
