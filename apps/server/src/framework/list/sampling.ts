import { sql } from 'kysely';
import type { Ctx } from '../context.ts';
import type { AnyQuery } from '../dataset.ts';

/** How many pages of a table are sampled, spread evenly over it; each holds some twenty rows. */
const PAGES = 150;
/** The most rows on a page: eight kilobytes hold no more of the smallest rows. */
const ROWS_OF_A_PAGE = 60;

export type Sample = {
  readonly narrowed: (query: AnyQuery) => AnyQuery;
  readonly share: number;
  /** For the sampling transaction: reads by page, whatever index a filter has. */
  readonly readByPlace: (inside: Ctx) => Promise<unknown>;
};

type Extent = { readonly pages: number; readonly rows: number };

/** A table's size as of its last analysis. */
const extentOf = (ctx: Ctx, table: string): Promise<Extent> =>
  ctx.cached(`extent of ${table}`, async () => {
    const { rows } = await sql<Extent>`
      select relpages as pages, greatest(reltuples, 0)::float8 as rows from pg_class where oid = ${table}::regclass`.execute(
      ctx.db,
    );
    return rows[0] ?? { pages: 0, rows: 0 };
  });

/**
 * Restricts a query to rows on pages spread over the whole table, which has alias `c`, and returns the sampled share. The
 * position of rows is independent of the filter, so the sample is representative. Undefined for a table that was never
 * analysed.
 */
export async function sampleOf(ctx: Ctx, table: string): Promise<Sample | undefined> {
  const { pages, rows } = await extentOf(ctx, table);
  if (pages < PAGES || rows === 0) return undefined;
  const step = pages / PAGES;
  const chosen = Array.from({ length: PAGES }, (_, at) => Math.floor((at + ctx.random.int(1_000) / 1_000) * step));
  const places = sql`array(select format('(%s,%s)', page, line)::tid
    from unnest(${chosen}::integer[]) page, generate_series(1, ${sql.lit(ROWS_OF_A_PAGE)}) line)`;
  return {
    narrowed: (query) => query.where(sql<boolean>`c.ctid = any(${places})`),
    share: PAGES / pages,
    readByPlace: (inside) =>
      sql`select set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`.execute(
        inside.db,
      ),
  };
}
