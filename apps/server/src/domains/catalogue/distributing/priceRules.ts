/** A child never pays less than its parent's minimum: the parent's own cost, or the floor set by the parent's parent. */
export const isBelowFloor = (price: string, floor: string | null): boolean =>
  floor !== null && BigInt(price) < BigInt(floor);
