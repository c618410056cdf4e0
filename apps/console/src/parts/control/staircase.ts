import type { Tier } from '@cardinal/contract/api/control/limitTiers.ts';

/** One step of a strategy: a volume from which on a speed holds; null is without a limit. */
export type Stair = { readonly afterBytes: string; readonly kbps: number | null };

/** The steps from zero on. */
export const stairsOf = (tiers: readonly Tier[]): Stair[] => [
  ...(tiers[0]?.afterBytes === '0' ? [] : [{ afterBytes: '0', kbps: null }]),
  ...tiers,
];

/** How high a speed is drawn, from 0 at the foot to 1, among the speeds of its strategy; unlimited is above every speed. */
export function heightOf(kbps: number | null, speeds: readonly number[]): number {
  if (kbps === null) return 1;
  const [slow, fast] = [Math.log2(Math.min(...speeds)), Math.log2(Math.max(...speeds))];
  return fast > slow ? 0.16 + (0.54 * (Math.log2(kbps) - slow)) / (fast - slow) : 0.3;
}
