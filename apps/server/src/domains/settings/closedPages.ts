import type { Ctx } from '../../framework/context.ts';

/** The addresses of pages that are of no use to the caller's customer now, whatever its roles. */
export type ClosedPages = (ctx: Ctx) => Promise<readonly string[]>;

const closings = new Set<ClosedPages>();

/** A room that closes pages says so here: they leave the menu, what they would show stays as it is. */
export function registerClosedPages(closed: ClosedPages): void {
  closings.add(closed);
}

export async function closedPages(ctx: Ctx): Promise<ReadonlySet<string>> {
  const closed = await Promise.all([...closings].map((closing) => closing(ctx)));
  return new Set(closed.flat());
}
