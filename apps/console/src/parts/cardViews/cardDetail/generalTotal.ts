import type { LineReading } from '@cardinal/contract/api/cardLookups/lineReading.ts';

export type Allowance = NonNullable<LineReading['allowances']>[number];

/** The total general allowance of the carrier's packages; undefined if one of them is unknown. */
export function generalTotal(allowances: readonly Allowance[]): bigint | undefined {
  const general = allowances.filter(({ isDirected }) => isDirected !== true);
  if (general.length === 0 || general.some(({ totalBytes }) => totalBytes === null)) return undefined;
  return general.reduce((sum, { totalBytes }) => sum + BigInt(totalBytes ?? '0'), 0n);
}
