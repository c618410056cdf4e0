import type { Ctx } from '../context.ts';
import type { AnyQuery } from '../dataset.ts';
import { withStatementTimeout } from '../withStatementTimeout.ts';
import { type Counted, countUpTo, estimate, type Figures, firstRows, type Most, scaled } from './rowCounts.ts';
import { sampleOf } from './sampling.ts';

/** So long somebody waits for a count that no rollup knows; then it is an estimate. */
const PATIENCE_MS = 60;
/** … where there are many; a list of so few rows is counted soon, and only a busy machine makes it wait. */
const SMALL_PATIENCE_MS = 1_500;
/** For an estimate that is only better than another. */
const SAMPLE_PATIENCE_MS = 35;
/** Rows that tell the shares of the figures among many. */
const LOOKED_INTO = 2_000;
/** Fewer rows of a sample than this say too little about the shares among them, … */
const TELLING = 200;
/** … and fewer than this too little about how many there are. */
const COUNTABLE = 20;

/** What is counted, and how far. */
export type Counting = {
  readonly ctx: Ctx;
  readonly rows: AnyQuery;
  readonly figures: Figures;
  /** Exact up to this many rows, with the figures up to `figuresBound`. */
  readonly bound: number;
  readonly figuresBound: number;
  readonly most: Most;
  /** The table whose rows stand under `c`. */
  readonly table: string;
  /** Whether the whole list is short, whatever is asked of it. */
  readonly isSmall: () => Promise<boolean>;
};

/**
 * Of a list that may be long: rows whose filter has no index are counted for a moment only, and the figures, which look into
 * every row, only where there are few. What is not counted is estimated from rows all over the table.
 */
export async function countWithTimeout(counting: Counting): Promise<Counted> {
  const { ctx, rows, figures, bound, figuresBound, most } = counting;
  const whole = (inside: Ctx) => countUpTo(inside, rows, figures, bound, most);
  if (await counting.isSmall())
    return (await withStatementTimeout(ctx, SMALL_PATIENCE_MS, whole)) ?? estimated(counting);
  if ((await estimate(ctx, rows, 0)) <= figuresBound)
    return (await withStatementTimeout(ctx, PATIENCE_MS, whole)) ?? estimated(counting);
  const counted = await withStatementTimeout(ctx, PATIENCE_MS, (inside) => countUpTo(inside, rows, {}, bound, most));
  return counted && counted.total <= LOOKED_INTO ? whole(ctx) : estimated(counting, counted);
}

/** With the total where it is known. */
async function estimated({ ctx, rows, figures, bound, most, table }: Counting, counted?: Counted): Promise<Counted> {
  const sample = await sampleOf(ctx, table);
  const seen =
    sample &&
    (await withStatementTimeout(ctx, SAMPLE_PATIENCE_MS, async (inside) => {
      await sample.readByPlace(inside);
      return firstRows(inside, sample.narrowed(rows), figures, Number.MAX_SAFE_INTEGER);
    }));
  const guessed =
    seen && seen.total >= COUNTABLE ? Math.round(seen.total / sample.share) : await estimate(ctx, rows, 0);
  const likely = Math.max(Math.min(guessed, (await most()) ?? guessed), counted ? bound : 0);
  const total = counted && !counted.totalIsEstimate ? counted.total : likely;
  const first =
    seen && seen.total >= TELLING
      ? seen
      : await withStatementTimeout(ctx, SAMPLE_PATIENCE_MS, (inside) => firstRows(inside, rows, figures, LOOKED_INTO));
  return {
    total,
    totalIsEstimate: counted?.totalIsEstimate ?? true,
    figures: first ? scaled(first, total) : await planned(ctx, rows, figures, total),
    figuresAreEstimates: true,
  };
}

/** The planner's guess of the figures, which knows each condition by itself only. */
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
