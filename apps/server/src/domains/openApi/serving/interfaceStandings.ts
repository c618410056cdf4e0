import type { Ctx } from '../../../framework/context.ts';
import { stateAt } from '../standingRules.ts';

/** Interfaces left out of the document, and deprecated ones with their end. */
export async function interfaceStandings(
  ctx: Ctx,
): Promise<{ hidden: ReadonlySet<string>; ending: ReadonlyMap<string, string> }> {
  const now = ctx.clock.now();
  const rows = await ctx.db.selectFrom('open_api.interface').selectAll().execute();
  const hidden = rows.filter((row) => ['draft', 'off'].includes(stateAt(row, now)));
  const ending = rows.filter((row) => stateAt(row, now) === 'deprecated');
  return {
    hidden: new Set(hidden.map(({ name }) => name)),
    ending: new Map(ending.map(({ name, ends_at }) => [name, ends_at?.toISOString() ?? ''])),
  };
}
