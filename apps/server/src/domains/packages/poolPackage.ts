import { sql } from 'kysely';

/** Whether a package, here under an alias of its table, fills flow pools: what `feedsPools` says, in SQL. */
export const inPools = (alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.type`)} = 'flow' and ${sql.ref(`${alias}.mode`)} = 2)`;
