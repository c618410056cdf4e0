import * as z from 'zod';

export const PAGE_SIZES = [10, 20, 50, 100, 200] as const;
export const DEFAULT_PAGE_SIZE = 20;

/** An integer in a query string; the typed client may pass a number. */
export const queryInteger = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
]);
/** The bounds of a count filter. */
export const queryCount = queryInteger.pipe(z.number().int().min(-2_147_483_648).max(2_147_483_647));
/** A time in a year that the database supports: there is no year 0. */
export const queryInstant = z.iso.datetime({ offset: true }).regex(/^(?!0000)/);
export const queryFlag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);

/** The limit for rows picked one by one; more are selected by filters, a list or a file. */
export const MOST_TICKED = 1_000;

/** Repeated keys; a single value is a list of one. */
export const queryList = <S extends z.ZodType>(item: S, max = 200) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).min(1).max(max),
  ) as z.ZodType<z.output<S>[]>;

export const pageNumSchema = queryInteger.pipe(z.number().int().min(1).max(1_000_000));
export const pageSizeSchema = queryInteger.pipe(
  z.union(PAGE_SIZES.map((size) => z.literal(size)) as [z.ZodLiteral<10>, z.ZodLiteral<20>, ...z.ZodLiteral<50>[]]),
);

/**
 * The answer of every list. `totalIsEstimate` is true beyond the exact limit. `asOf` tells how fresh the page is. Pages after
 * `farthestPage` are reached by cursor only; absent, all are offered by number.
 */
export const pageOf = <R extends z.ZodType, S extends z.ZodType>(row: R, summary: S) =>
  z.object({
    list: z.array(row),
    total: z.number().int(),
    totalIsEstimate: z.boolean(),
    pageNum: z.number().int(),
    pageSize: z.number().int(),
    farthestPage: z.number().int().optional(),
    nextCursor: z.string().nullable(),
    asOf: z.iso.datetime({ offset: true }),
    /** Fields and keys by which this caller neither sorts nor finds, since their values are kept from it; absent: none. */
    concealed: z.array(z.string()).optional(),
    /** Fields whose values it sees masked, and does not sort by; absent: none. */
    masked: z.array(z.string()).optional(),
    summary,
  });
