/**
 * Where the rows of a table are stored if the database is spread over several nodes. Declared from the first migration on and
 * verified on plain PostgreSQL by `placementViolations`, so that scaling out needs no redesign.
 */
export type TablePlacement =
  /** Distributed by one column, together with every other table distributed by a column of that name. */
  | { readonly kind: 'distributed'; readonly by: string }
  /** Distributed by a value, separately from all others: the table that makes the value globally unique. */
  | { readonly kind: 'byValue'; readonly by: readonly [string, ...string[]] }
  /** Copied to every node. */
  | { readonly kind: 'reference' }
  /** On the first node only. */
  | { readonly kind: 'local' };

/** The placement of every table by `schema.table`. */
export type PlacementMap = Readonly<Record<string, TablePlacement>>;

/** The tables of the running program itself. */
export const RUNTIME_TABLES: PlacementMap = {
  'runtime.migration': { kind: 'local' },
  'runtime.secret_canary': { kind: 'local' },
  'runtime.worker': { kind: 'local' },
  'runtime.stored_file': { kind: 'local' },
  'runtime.stored_file_piece': { kind: 'local' },
};
