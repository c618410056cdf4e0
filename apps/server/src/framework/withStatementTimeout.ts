import { sql } from 'kysely';
import { DatabaseUnavailable } from '../runtime/databaseFaults.ts';
import type { Ctx } from './context.ts';

/** The result of a query with a statement timeout in milliseconds; undefined if it takes longer. Not inside a transaction. */
export async function withStatementTimeout<T>(
  ctx: Ctx,
  ms: number,
  find: (inside: Ctx) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ctx.transact(async (inside) => {
      await sql`set local statement_timeout = ${sql.lit(ms)}`.execute(inside.db);
      return await find(inside);
    });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable && error.reason === 'timeout')) throw error;
    return undefined;
  }
}
