import type { ListEndpoint, ListQuery } from '@cardinal/contract/framework/list.ts';
import { sql } from 'kysely';
import type { Ctx } from '../context.ts';
import { type AnyQuery, type Dataset, filtered, PAGING } from '../dataset.ts';
import { countWithTimeout } from './countWithTimeout.ts';
import { type Counted, countUpTo, type Figures, sums } from './rowCounts.ts';
import { sumsOfVersion } from './sumsOfVersion.ts';

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
  /** The table of the rows, which stand under `c`: where nothing else tells how many there are, a part of it is looked into. */
  readonly table: string;
};

const BOUND = 100_000;
/**
 * Looking into so many rows at most for the figures, where a rollup has them; rows alone are counted from an index. An
 * ordinary installation has 20,000 cards: they cost 15 to 30 ms more than the rollup, and nobody reads «about» over them.
 */
const FIGURES_BOUND = 25_000;
/** A list of no more rows than this is short, whatever is asked of it. */
const SMALL = 200_000;

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
    const { table } = dataset.rollup;
    return countWithTimeout({ ctx, rows, figures, bound, figuresBound: FIGURES_BOUND, most, table, isSmall });
  }
  if (rolled && rolled.total > Math.min(bound, dataset.figuresBound ?? FIGURES_BOUND)) {
    const { total, totalIsEstimate } = await countUpTo(ctx, rows, {}, bound, most);
    return { ...rolled, total, totalIsEstimate };
  }
  return countUpTo(ctx, rows, figures, bound, most);
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
