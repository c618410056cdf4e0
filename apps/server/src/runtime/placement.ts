/**
 * Where the rows of a table live on Citus. What grows with time is distributed, everything else stays on the coordinator
 * (docs/decisions/0017). Declared from the first migration on and verified on plain PostgreSQL by `placementViolations`, so that
 * scaling out needs no redesign. `npm run place` applies it.
 */
export type TablePlacement =
  /** Spread over the workers by one column. Rows of one group with the same value are stored together. */
  | { readonly kind: 'distributed'; readonly group: string; readonly by: string }
  /** On the coordinator, as on plain PostgreSQL. */
  | { readonly kind: 'local' };

/** The history of cards: readings, days of usage, sessions. */
export const BY_CARD = { kind: 'distributed', group: 'card', by: 'card_id' } as const satisfies TablePlacement;

/** The placement of every table by `schema.table`. */
export type PlacementMap = Readonly<Record<string, TablePlacement>>;

/** The tables of the running program itself. */
export const RUNTIME_TABLES: PlacementMap = {
  'runtime.migration': { kind: 'local' },
  'runtime.secret_canary': { kind: 'local' },
  'runtime.worker': { kind: 'local' },
  'runtime.stored_file': { kind: 'local' },
  'runtime.stored_file_piece': { kind: 'local' },
  'runtime.idempotency': { kind: 'local' },
  'runtime.demo': { kind: 'local' },
};
