import type { Kysely } from 'kysely';

/**
 * Every table of the product by `schema.table`; each room adds its own with
 * `declare module '../../framework/tables.ts' { interface Tables { 'cards.card': … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the rooms through module augmentation
export interface Tables {}

/** A handle that already carries the scope of its caller; inside a change it is the transaction itself. */
export type Database = Kysely<Tables>;
