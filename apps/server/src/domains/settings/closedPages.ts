import type { Ctx } from '../../framework/context.ts';
import { extensionList } from '../../framework/contributions.ts';

/** The paths of pages without use for the caller's customer now, whatever its roles. */
export type ClosedPages = (ctx: Ctx) => Promise<readonly string[]>;

/** Closed pages are removed from the menu; their data is not affected. */
export const closedPages = extensionList<ClosedPages>('settings.closedPages');

export async function pagesClosedTo(ctx: Ctx): Promise<ReadonlySet<string>> {
  const closed = await Promise.all(ctx.contributed(closedPages).map((find) => find(ctx)));
  return new Set(closed.flat());
}
