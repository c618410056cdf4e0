import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../context.ts';
import type { AnyQuery } from '../dataset.ts';

/** A number over the rows of a filter: how many of them meet a condition. */
export type Figure = {
  readonly where: RawBuilder<SqlBool>;
  /** The same as a sum over the rollup's groups, if the condition is not one of their columns. */
  readonly rolled?: RawBuilder<unknown>;
};
export type Figures = Readonly<Record<string, Figure>>;

export type Counted = {
  readonly total: number;
  readonly totalIsEstimate: boolean;
  readonly figures: Readonly<Record<string, number>>;
  /** True if the figures are those of the last count, or extrapolated from a sample. */
  readonly figuresAreEstimates: boolean;
};

/** The known maximum, if the filter provides one. */
export type Most = () => Promise<number | undefined>;

/** Adds boolean columns to a query of rows, so that a page that holds all rows need not be counted again. */
export const withFigures = (query: AnyQuery, figures: Figures): AnyQuery =>
  query.select(Object.entries(figures).map(([name, { where }]) => sql<boolean>`${where}`.as(`_is_${name}`)));

/** The total and figures of a query: exact up to a limit, in one query; an estimate beyond. */
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

/** Counts the first rows with their figures. */
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

/** Scales a sample's figures to a larger total. */
export const scaled = (part: Pick<Counted, 'total' | 'figures'>, total: number): Record<string, number> =>
  mapped(part.figures, (n) => Math.round((n * total) / Math.max(part.total, 1)));

/** Converts one row of sums into a total and figures. */
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

/** The planner's row estimate for a query; at least what was counted. */
export async function estimate(ctx: Ctx, query: AnyQuery, atLeast: number): Promise<number> {
  const compiled = query.clearSelect().select(sql`1`.as('one')).compile();
  const { rows } = await ctx.db.executeQuery<Record<'QUERY PLAN', [{ Plan: { 'Plan Rows': number } }]>>({
    ...compiled,
    sql: `explain (format json) ${compiled.sql}`,
  });
  return Math.max(atLeast, rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0);
}
