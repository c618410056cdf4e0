import type { Ctx } from '../../../framework/context.ts';

/** How many rows have each value of a dictionary now, whoever owns them. */
type Counting = (ctx: Ctx) => Promise<ReadonlyMap<string, number>>;

const countings = new Map<string, Counting>();

/** The room that stores a dictionary's values says here how it counts them; what nobody counts is used nowhere. */
export function registerDictUse(type: string, count: Counting): void {
  const known = countings.get(type);
  if (known && known !== count) throw new Error(`The use of ${type} is counted by another room already`);
  countings.set(type, count);
}

export const isCounted = (type: string): boolean => countings.has(type);

export const dictUse = async (ctx: Ctx, type: string): Promise<ReadonlyMap<string, number>> =>
  (await countings.get(type)?.(ctx)) ?? new Map();
