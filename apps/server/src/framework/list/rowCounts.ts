import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../context.ts';
import type { AnyQuery } from '../dataset.ts';

/** A number over the rows of a filter: how many of them meet a condition. */
export type Figure = {
  readonly where: RawBuilder<SqlBool>;
  /** The same as a sum over the groups of the rollup, where the condition is not one of their columns. */
  readonly rolled?: RawBuilder<unknown>;
};
export type Figures = Readonly<Record<string, Figure>>;

export type Counted = {
  readonly total: number;
  readonly totalIsEstimate: boolean;
  readonly figures: Readonly<Record<string, number>>;
  /** True where the figures are those of the last counting, or of a part. */
  readonly figuresAreEstimates: boolean;
};

/** What is known to be the most, where the filter says so. */
export type Most = () => Promise<number | undefined>;

/** Boolean columns that a query of rows carries along, so that a page that holds everything is not counted again. */
export const withFigures = (query: AnyQuery, figures: Figures): AnyQuery =>
  query.select(Object.entries(figures).map(([name, { where }]) => sql<boolean>`${where}`.as(`_is_${name}`)));

/** The total and the figures of what a query finds: exact up to a bound, in one reading; beyond it an estimate. */
export async function countUpTo(
  ctx: Ctx,
  rows: AnyQuery,
  figures: Figures,
  bound: number,
  most: Most,
): Promise<Counted> {
  const counted = await firstRows(ctx, rows, figures, bound + 1);
  if (counted.total <= bound) return counted;
  const planned = await estimate(ctx, rows, bound);
  const total = Math.max(bound, Math.min(planned, (await most()) ?? planned));
  return { total, totalIsEstimate: true, figures: scaled(counted, total), figuresAreEstimates: true };
}

/** The first rows there are, counted with their figures. */
export function firstRows(ctx: Ctx, rows: AnyQuery, figures: Figures, most: number): Promise<Counted> {
  const capped = withFigures(rows.clearSelect().select(sql`1`.as('one')), figures).limit(most);
  return sums(
    ctx.db
      .selectFrom(capped.as('capped'))
      .select(sql<string>`count(*)`.as('_total'))
      .select(
        Object.keys(figures).map((name) =>
          sql<string>`count(*) filter (where capped.${sql.ref(`_is_${name}`)})`.as(name),
        ),
      ) as unknown as AnyQuery,
  );
}

/** The figures of a part in the shares of a larger total. */
export const scaled = (part: Pick<Counted, 'total' | 'figures'>, total: number): Record<string, number> =>
  mapped(part.figures, (n) => Math.round((n * total) / Math.max(part.total, 1)));

/** One row of sums as a total and figures. */
export async function sums(query: AnyQuery): Promise<Counted> {
  const { _total, ...figures } = (await query.executeTakeFirstOrThrow()) as Record<string, string | null>;
  return {
    total: Number(_total ?? 0),
    totalIsEstimate: false,
    figures: mapped(figures, (sum) => Number(sum ?? 0)),
    figuresAreEstimates: false,
  };
}

const mapped = <T>(values: Readonly<Record<string, T>>, to: (value: T) => number): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));

/** How many rows the planner expects of a query; never below what was counted. */
export async function estimate(ctx: Ctx, query: AnyQuery, atLeast: number): Promise<number> {
  const compiled = query.clearSelect().select(sql`1`.as('one')).compile();
  const { rows } = await ctx.db.executeQuery<Record<'QUERY PLAN', [{ Plan: { 'Plan Rows': number } }]>>({
    ...compiled,
    sql: `explain (format json) ${compiled.sql}`,
  });
  return Math.max(atLeast, rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0);
}
