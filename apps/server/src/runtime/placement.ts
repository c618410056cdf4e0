/**
 * Where the rows of a table live when the database is spread over several nodes. Declared from the first migration and
 * proved on plain PostgreSQL by `placementViolations`, so that growing never means redesigning.
 */
export type TablePlacement =
  /** Spread by one column, together with every other table spread by a column of that name. */
  | { readonly kind: 'distributed'; readonly by: string }
  /** Spread by a value, apart from all others: the table that makes the value unique everywhere. */
  | { readonly kind: 'byValue'; readonly by: readonly [string, ...string[]] }
  /** Copied to every node. */
  | { readonly kind: 'reference' }
  /** On the first node only. */
  | { readonly kind: 'local' };

/** Placement of every table of the product by `schema.table`. */
export type PlacementMap = Readonly<Record<string, TablePlacement>>;

/** The tables of the running program itself. */
export const RUNTIME_TABLES: PlacementMap = {
  'runtime.migration': { kind: 'local' },
  'runtime.secret_canary': { kind: 'local' },
  'runtime.worker': { kind: 'local' },
};
