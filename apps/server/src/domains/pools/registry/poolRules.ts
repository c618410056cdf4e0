/** How much a pool may promise its sub-pools. */
export const promisable = (contributed: bigint, oversellPercent: number): bigint =>
  (contributed * BigInt(oversellPercent)) / 100n;

/** A code made up for a pool: its id in fewer letters, and so unique. */
export const madeUpCode = (id: string): string => `CP${BigInt(id).toString(36).toUpperCase()}`;
