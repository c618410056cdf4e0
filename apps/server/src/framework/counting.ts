import type { ListEndpoint, ListQuery } from '@cardinal/contract/framework/list.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { DatabaseUnavailable } from '../runtime/databaseFaults.ts';
import type { Ctx } from './context.ts';
import { type AnyQuery, type Dataset, filtered, PAGING } from './dataset.ts';
import { sumsOfVersion } from './sumsOfVersion.ts';

/** A number over the rows of a filter: how many of them meet a condition. */
export type Figure = {
  readonly where: RawBuilder<SqlBool>;
  /** The same as a sum over the groups of the rollup, where the condition is not one of their columns. */
  readonly rolled?: RawBuilder<unknown>;
};
export type Figures = Readonly<Record<string, Figure>>;

/**
 * Rows counted in groups some time ago, for totals too large to be counted while somebody waits. A group stands under the
 * same alias as a row and has the columns that `keys` ask for, so the filters of the rows are the filters of the groups;
 * `n` is its size.
 */
export type Rollup = {
  readonly from: (ctx: Ctx, query: ListQuery) => AnyQuery;
  /** Query keys whose filters the groups can answer; with any other the rows themselves are counted. */
  readonly keys: ReadonlySet<string>;
  /** Another with every counting: sums of one and the same are not summed twice. */
  readonly version: (ctx: Ctx) => Promise<string>;
};

export type Counted = {
  readonly total: number;
  readonly totalIsEstimate: boolean;
  readonly figures: Readonly<Record<string, number>>;
  /** True where the figures are those of the last counting, or of a part. */
  readonly figuresAreEstimates: boolean;
};

const BOUND = 100_000;
/**
 * Looking into so many rows at most for the figures, where a rollup has them; rows alone are counted from an index. An
 * ordinary installation has 20,000 cards: they cost 15 to 30 ms more than the rollup, and nobody reads «about» over them.
 */
const FIGURES_BOUND = 25_000;

/** What is known to be the most, where the filter says so. */
type Most = () => Promise<number | undefined>;

/** So long somebody waits for a count that no rollup knows; then the planner's guess is all there is. */
const PATIENCE_MS = 100;
/** … where there are many; a list of no more rows than this is counted soon, and only a busy machine makes it wait. */
const SMALL = 200_000;
const SMALL_PATIENCE_MS = 1_500;

/** Boolean columns that a query of rows carries along, so that a page that holds everything is not counted again. */
export const withFigures = (query: AnyQuery, figures: Figures): AnyQuery =>
  query.select(Object.entries(figures).map(([name, { where }]) => sql<boolean>`${where}`.as(`_is_${name}`)));

/** What the rows of a page tell, when they are all there are. */
export function countShown(rows: readonly Record<string, unknown>[], figures: Figures, before: number): Counted {
  const counted = Object.keys(figures).map((name) => [name, rows.filter((row) => row[`_is_${name}`] === true).length]);
  return {
    total: before + rows.length,
    totalIsEstimate: false,
    figures: Object.fromEntries(counted),
    figuresAreEstimates: false,
  };
}

/** The total and the figures of `rows`, the asked ones: exact up to the bound, in one reading; beyond it an estimate. */
export async function countRows(
  endpoint: ListEndpoint,
  dataset: Dataset,
  ctx: Ctx,
  asked: ListQuery,
  rows: AnyQuery,
  figures: Figures,
): Promise<Counted> {
  const bound = dataset.countBound ?? BOUND;
  const most = () => dataset.atMost?.(ctx, asked) ?? Promise.resolve(undefined);
  const rolled = await countGroups(endpoint, dataset, ctx, asked, figures);
  if (rolled && rolled.total > bound) return rolled;
  if (dataset.rollup && !rolled) {
    const isSmall = async () => ((await countGroups(endpoint, dataset, ctx, {}, {}))?.total ?? 0) <= SMALL;
    return countPatiently(ctx, rows, bound, figures, most, isSmall);
  }
  if (rolled && rolled.total > Math.min(bound, dataset.figuresBound ?? FIGURES_BOUND)) {
    const { total, totalIsEstimate } = await countUpTo(ctx, rows, {}, bound, most);
    return { ...rolled, total, totalIsEstimate };
  }
  return countUpTo(ctx, rows, figures, bound, most);
}

/**
 * Of a list that may be long: rows whose filter has no index are counted for a moment only, and the figures, which look into
 * every row, only where there are few.
 */
async function countPatiently(
  ctx: Ctx,
  rows: AnyQuery,
  bound: number,
  figures: Figures,
  most: Most,
  isSmall: () => Promise<boolean>,
): Promise<Counted> {
  if (await isSmall()) return (await countWithin(SMALL_PATIENCE_MS, figures)) ?? guess(ctx, rows, figures, most);
  const isFew = (await estimate(ctx, rows, 0)) <= FIGURES_BOUND;
  const whole = isFew ? await countWithin(PATIENCE_MS, figures) : undefined;
  if (whole) return whole;
  const counted = await countWithin(PATIENCE_MS, {});
  if (!counted) return guess(ctx, rows, figures, most);
  const isFewAfterAll = !isFew && counted.total <= FIGURES_BOUND;
  const exact = isFewAfterAll ? await countWithin(PATIENCE_MS, figures) : undefined;
  return exact ?? { ...counted, figures: await guessFigures(ctx, rows, figures, counted), figuresAreEstimates: true };

  async function countWithin(patienceMs: number, wanted: Figures): Promise<Counted | undefined> {
    try {
      return await ctx.transact(async (inside) => {
        await sql`set local statement_timeout = ${sql.lit(patienceMs)}`.execute(inside.db);
        return countUpTo(inside, rows, wanted, bound, most);
      });
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable && error.reason === 'timeout')) throw error;
      return undefined;
    }
  }
}

async function guess(ctx: Ctx, rows: AnyQuery, figures: Figures, most: Most): Promise<Counted> {
  const planned = await estimate(ctx, rows, 0);
  const total = Math.min(planned, (await most()) ?? planned);
  const guessed = await guessFigures(ctx, rows, figures, { total });
  return { total, totalIsEstimate: true, figures: guessed, figuresAreEstimates: true };
}

/** The planner's guess of the share of each figure, of a total that is known better. */
async function guessFigures(
  ctx: Ctx,
  rows: AnyQuery,
  figures: Figures,
  { total }: { total: number },
): Promise<Record<string, number>> {
  const planned = Math.max(await estimate(ctx, rows, 0), 1);
  const guessed = await Promise.all(
    Object.entries(figures).map(async ([name, { where }]) => {
      const share = (await estimate(ctx, rows.where(where), 0)) / planned;
      return [name, Math.round(total * Math.min(share, 1))] as const;
    }),
  );
  return Object.fromEntries(guessed);
}

async function countUpTo(ctx: Ctx, rows: AnyQuery, figures: Figures, bound: number, most: Most): Promise<Counted> {
  const capped = withFigures(rows.clearSelect().select(sql`1`.as('one')), figures).limit(bound + 1);
  const counted = await sums(
    ctx.db
      .selectFrom(capped.as('capped'))
      .select(sql<string>`count(*)`.as('_total'))
      .select(
        Object.keys(figures).map((name) =>
          sql<string>`count(*) filter (where capped.${sql.ref(`_is_${name}`)})`.as(name),
        ),
      ) as unknown as AnyQuery,
  );
  if (counted.total <= bound) return counted;
  const planned = await estimate(ctx, rows, bound);
  const total = Math.max(bound, Math.min(planned, (await most()) ?? planned));
  const share = total / counted.total;
  const shares = mapped(counted.figures, (n) => Math.round(n * share));
  return { total, totalIsEstimate: true, figures: shares, figuresAreEstimates: true };
}

/** The same from the rollup, where it knows everything that was asked. */
async function countGroups(
  endpoint: ListEndpoint,
  dataset: Dataset,
  ctx: Ctx,
  asked: ListQuery,
  figures: Figures,
): Promise<Counted | undefined> {
  const { rollup } = dataset;
  const isKnown = (key: string) => PAGING.has(key) || asked[key] === undefined || rollup?.keys.has(key);
  if (!rollup || !Object.keys(asked).every(isKnown)) return undefined;
  const groups = (await filtered(endpoint, { ...dataset, from: rollup.from }, ctx, asked)).clearSelect();
  const summed = groups
    .select(sql<string>`sum(c.n)`.as('_total'))
    .select(
      Object.entries(figures).map(([name, figure]) =>
        sql<string>`${figure.rolled ?? sql`sum(c.n) filter (where ${figure.where})`}`.as(name),
      ),
    );
  const counted = await sumsOfVersion(ctx, summed, await rollup.version(ctx), () => sums(summed));
  return { ...counted, totalIsEstimate: true, figuresAreEstimates: true };
}

async function sums(query: AnyQuery): Promise<Counted> {
  const { _total, ...figures } = (await query.executeTakeFirstOrThrow()) as Record<string, string | null>;
  return {
    total: Number(_total ?? 0),
    totalIsEstimate: false,
    figures: mapped(figures, (sum) => Number(sum ?? 0)),
    figuresAreEstimates: false,
  };
}

const mapped = <T>(values: Record<string, T>, to: (value: T) => number): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));

/** The planner's guess; never below what was counted. */
async function estimate(ctx: Ctx, query: AnyQuery, atLeast: number): Promise<number> {
  const compiled = query.clearSelect().select(sql`1`.as('one')).compile();
  const { rows } = await ctx.db.executeQuery<Record<'QUERY PLAN', [{ Plan: { 'Plan Rows': number } }]>>({
    ...compiled,
    sql: `explain (format json) ${compiled.sql}`,
  });
  return Math.max(atLeast, rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0);
}
