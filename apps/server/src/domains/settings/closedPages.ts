import type { Ctx } from '../../framework/context.ts';
import { extensionList } from '../../framework/contributions.ts';

/** The addresses of pages that are of no use to the caller's customer now, whatever its roles. */
export type ClosedPages = (ctx: Ctx) => Promise<readonly string[]>;

/** Closed pages leave the menu; what they would show stays as it is. */
export const closedPages = extensionList<ClosedPages>('settings.closedPages');

export async function pagesClosedTo(ctx: Ctx): Promise<ReadonlySet<string>> {
  const closed = await Promise.all(ctx.contributed(closedPages).map((find) => find(ctx)));
  return new Set(closed.flat());
}
