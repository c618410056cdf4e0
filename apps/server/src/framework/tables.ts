import type { Kysely } from 'kysely';

/**
 * All tables by `schema.table`; each room adds its own with `declare module '../../framework/tables.ts' { interface Tables {
 * 'cards.card': … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the rooms through module augmentation
export interface Tables {}

/** A handle with its caller's scope applied; inside a change it is the transaction itself. */
export type Database = Kysely<Tables>;
