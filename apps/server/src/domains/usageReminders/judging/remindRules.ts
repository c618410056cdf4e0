import type { RemindKind } from '@cardinal/contract/enumerations/reminder.ts';
import { bytesPerUnit } from '@cardinal/primitives/dataVolume.ts';

/** What is known of a package on a card, or of a pool. Null: unknown, or without a limit. */
export type Uses = {
  readonly usedBytes: bigint | null;
  readonly allowanceBytes: bigint | null;
  readonly poolPercent: number | null;
  /** Days of China until the day on which the package ends. */
  readonly daysLeft: number | null;
};

/** How much of an allowance is used, in whole percent; beyond it more than a hundred. */
export function percentOf({ usedBytes, allowanceBytes, poolPercent }: Uses): number | null {
  if (poolPercent !== null) return poolPercent;
  if (usedBytes === null || allowanceBytes === null || allowanceBytes <= 0n) return null;
  return Number((usedBytes * 100n) / allowanceBytes);
}

/** What is left of an allowance, never less than nothing. */
export function leftOf({ usedBytes, allowanceBytes }: Uses): bigint | null {
  if (usedBytes === null || allowanceBytes === null) return null;
  return usedBytes >= allowanceBytes ? 0n : allowanceBytes - usedBytes;
}

const rises = (kind: RemindKind): boolean => kind === 'flowPercent' || kind === 'poolPercent';

/** The thresholds that are reached, the mildest first: of a share the smallest, of what is left the greatest. */
export function reachedOf(kind: RemindKind, thresholds: readonly number[], uses: Uses): number[] {
  if (rises(kind)) {
    const percent = percentOf(uses);
    return percent === null ? [] : thresholds.filter((each) => percent >= each).toSorted((a, b) => a - b);
  }
  const left = kind === 'flowLeft' ? leftOf(uses) : uses.daysLeft;
  const unit = kind === 'flowLeft' ? bytesPerUnit('MB') : 1n;
  if (left === null) return [];
  return thresholds.filter((each) => BigInt(left) <= BigInt(each) * unit).toSorted((a, b) => b - a);
}

/** What is told of thresholds that are reached, of which some were before: the strictest, if it is new. */
export function toldOf(reached: readonly number[], isNew: (threshold: number) => boolean): number | undefined {
  const strictest = reached.at(-1);
  return strictest !== undefined && isNew(strictest) ? strictest : undefined;
}
