import type { globalSearch } from '@cardinal/contract/api/cardViews/search.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';

/** Something found by its whole number; `typed` is the input it matches. */
export type NumberHit = { readonly typed: string; readonly hit: AnswerOf<typeof globalSearch>['others'][number] };
/** Searches within the caller's scope and permissions; returns nothing if the caller may not see such things. */
type Finding = (ctx: Ctx, numbers: readonly string[]) => Promise<readonly NumberHit[]>;

/** Lets later rooms search things with numbers of their own. */
export const numberSearch = extensionList<Finding>('cardViews.numberSearch');

export async function foundElsewhere(ctx: Ctx, numbers: readonly string[]): Promise<NumberHit[]> {
  if (numbers.length === 0) return [];
  const found: NumberHit[] = [];
  for (const find of ctx.contributed(numberSearch)) found.push(...(await find(ctx, numbers)));
  return found;
}
