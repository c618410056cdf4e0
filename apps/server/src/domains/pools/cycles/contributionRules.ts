import type { ContributionRule } from '@cardinal/contract/enumerations/pool.ts';

/** What a card brings in the cycle it joins: of `days` days of the cycle `left` remain, the day itself included. */
export function broughtAtJoining(
  rule: ContributionRule,
  allowance: bigint,
  { days, left }: { readonly days: number; readonly left: number },
): bigint {
  if (rule === 'nextCycle') return 0n;
  return rule === 'full' ? allowance : (allowance * BigInt(left)) / BigInt(days);
}

/**
 * What stays in the pool of what a card brought, when it leaves within the cycle: by day, the days it was there, that of
 * leaving included; otherwise all. `brought` counts from the day it joined, or from the cycle's first.
 */
export function keptAtLeaving(
  rule: ContributionRule,
  brought: bigint,
  { days, left }: { readonly days: number; readonly left: number },
): bigint {
  return rule === 'byDay' ? brought - (brought * BigInt(left)) / BigInt(days) : brought;
}

/** A card brings its allowance once a cycle, whatever pools it is in. */
export const notTwice = (brought: bigint, allowance: bigint, before: bigint): bigint => {
  const open = allowance > before ? allowance - before : 0n;
  return brought < open ? brought : open;
};
