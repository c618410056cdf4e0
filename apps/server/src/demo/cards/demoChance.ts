import type { Random } from '@cardinal/primitives/random.ts';

/** Random values of the demo, all from one seeded source. */
export const chanceOf = (random: Random) => ({
  /** From `low` to `high`, both included. */
  between: (low: number, high: number): number => low + random.int(high - low + 1),
  /** True with a probability of `share` per thousand. */
  perMille: (share: number): boolean => random.int(1_000) < share,
  pick: <T>(from: readonly T[]): T => from[random.int(from.length)] as T,
  /** Picks one of the values with the given weights. */
  weighted: <T>(from: readonly (readonly [T, number])[]): T => {
    const total = from.reduce((sum, [, weight]) => sum + weight, 0);
    let place = random.int(total);
    for (const [value, weight] of from) {
      if (place < weight) return value;
      place -= weight;
    }
    return (from[from.length - 1] as readonly [T, number])[0];
  },
  digits: (count: number): string => {
    let text = '';
    while (text.length < count) text += String(random.int(1_000_000_000)).padStart(9, '0');
    return text.slice(0, count);
  },
});
export type Chance = ReturnType<typeof chanceOf>;

/** Splits a number by weights; the parts sum to it exactly. */
export function shareOut(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0) || 1;
  let given = 0;
  let reached = 0;
  return weights.map((weight) => {
    reached += weight;
    const upTo = Math.round((total * reached) / sum);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}
