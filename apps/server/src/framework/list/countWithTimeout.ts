import type { Ctx } from '../context.ts';
import type { AnyQuery } from '../dataset.ts';
import { withStatementTimeout } from '../withStatementTimeout.ts';
import { type Counted, countUpTo, estimate, type Figures, firstRows, type Most, scaled } from './rowCounts.ts';
import { sampleOf } from './sampling.ts';

/** Time limit for a count without a rollup; after it an estimate is used. */
const WAIT_LIMIT_MS = 60;
/** … for large lists; a small list is counted quickly, and only a busy machine makes it wait. */
const SMALL_PATIENCE_MS = 1_500;
/** Time limit for an estimate that only improves on another. */
const SAMPLE_PATIENCE_MS = 35;
/** Rows that determine the proportions of the figures in a large list. */
const LOOKED_INTO = 2_000;
/** A sample with fewer rows says too little about proportions, … */
const MIN_SAMPLE_FOR_SHARES = 200;
/** … and with fewer than this too little about the total. */
const MIN_SAMPLE_FOR_TOTAL = 20;

/** What to count, and up to where exactly. */
export type Counting = {
  readonly ctx: Ctx;
  readonly rows: AnyQuery;
  readonly figures: Figures;
  /** Exact up to this many rows, with the figures up to `figuresBound`. */
  readonly bound: number;
  readonly figuresBound: number;
  readonly most: Most;
  /** The table of the rows with alias `c`. */
  readonly table: string;
  /** Whether the whole list is small, without any filter. */
  readonly isSmall: () => Promise<boolean>;
};

/**
 * Counts a potentially large list. Rows whose filter has no index are counted only up to a time limit, and the figures, which
 * read every row, only if there are few. The rest is estimated from a sample of the table.
 */
export async function countWithTimeout(counting: Counting): Promise<Counted> {
  const { ctx, rows, figures, bound, figuresBound, most } = counting;
  const whole = (inside: Ctx) => countUpTo(inside, rows, figures, bound, most);
  if (await counting.isSmall())
    return (await withStatementTimeout(ctx, SMALL_PATIENCE_MS, whole)) ?? estimated(counting);
  if ((await estimate(ctx, rows, 0)) <= figuresBound)
    return (await withStatementTimeout(ctx, WAIT_LIMIT_MS, whole)) ?? estimated(counting);
  const counted = await withStatementTimeout(ctx, WAIT_LIMIT_MS, (inside) => countUpTo(inside, rows, {}, bound, most));
  return counted && counted.total <= LOOKED_INTO ? whole(ctx) : estimated(counting, counted);
}

/** With the total, if known. */
async function estimated({ ctx, rows, figures, bound, most, table }: Counting, counted?: Counted): Promise<Counted> {
  const sample = await sampleOf(ctx, table);
  const seen =
    sample &&
    (await withStatementTimeout(ctx, SAMPLE_PATIENCE_MS, async (inside) => {
      await sample.readByPlace(inside);
      return firstRows(inside, sample.narrowed(rows), figures, Number.MAX_SAFE_INTEGER);
    }));
  const guessed =
    seen && seen.total >= MIN_SAMPLE_FOR_TOTAL ? Math.round(seen.total / sample.share) : await estimate(ctx, rows, 0);
  const likely = Math.max(Math.min(guessed, (await most()) ?? guessed), counted ? bound : 0);
  const total = counted && !counted.totalIsEstimate ? counted.total : likely;
  const first =
    seen && seen.total >= MIN_SAMPLE_FOR_SHARES
      ? seen
      : await withStatementTimeout(ctx, SAMPLE_PATIENCE_MS, (inside) => firstRows(inside, rows, figures, LOOKED_INTO));
  return {
    total,
    totalIsEstimate: counted?.totalIsEstimate ?? true,
    figures: first ? scaled(first, total) : await planned(ctx, rows, figures, total),
    figuresAreEstimates: true,
  };
}

/** The planner's estimate of the figures; it treats each condition as independent. */
async function planned(ctx: Ctx, rows: AnyQuery, figures: Figures, total: number): Promise<Record<string, number>> {
  const expected = Math.max(await estimate(ctx, rows, 0), 1);
  const guessed = await Promise.all(
    Object.entries(figures).map(async ([name, { where }]) => {
      const share = (await estimate(ctx, rows.where(where), 0)) / expected;
      return [name, Math.round(total * Math.min(share, 1))] as const;
    }),
  );
  return Object.fromEntries(guessed);
}
