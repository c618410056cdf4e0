import type { Kysely, Transaction } from 'kysely';

/**
 * All tables by `schema.table`; each room adds its own with `declare module '../../framework/tables.ts' { interface Tables {
 * 'cards.card': … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the rooms through module augmentation
export interface Tables {}

/** A handle with its caller's scope applied; inside a change it is the transaction itself. */
export type Database = Kysely<Tables>;

/**
 * A transaction as the handle it is. Said here, because beyond 316 tables the compiler gives up comparing the two types: it would
 * compare every table with every other.
 */
export const handleOf = (transaction: Transaction<Tables>): Database => transaction as unknown as Database;
