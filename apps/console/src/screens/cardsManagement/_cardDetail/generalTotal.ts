import type { LineReading } from '@cardinal/contract/api/cardLookups/lineReading.ts';

export type Allowance = NonNullable<LineReading['allowances']>[number];

/** What the carrier's packages hold for everything, together; undefined where it does not say of one of them. */
export function generalTotal(allowances: readonly Allowance[]): bigint | undefined {
  const general = allowances.filter(({ isDirected }) => isDirected !== true);
  if (general.length === 0 || general.some(({ totalBytes }) => totalBytes === null)) return undefined;
  return general.reduce((sum, { totalBytes }) => sum + BigInt(totalBytes ?? '0'), 0n);
}
