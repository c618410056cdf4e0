import type { Ctx } from '../../../framework/context.ts';

/** How far back a network counts as seen. */
export const SEEN_DAYS = 30;

/** What sessions say of a network: cards seen in it and what they moved there, within the caller's scope. */
export type NetworkUse = {
  readonly mcc: string;
  readonly mnc: string;
  readonly cards: number;
  readonly bytes: bigint;
};
type Counting = (ctx: Ctx, days: number) => Promise<readonly NetworkUse[]>;

let counting: Counting | undefined;

/** The room that keeps sessions says here what was seen of each network; carriers themselves know none. */
export function registerNetworkUse(count: Counting): void {
  if (counting && counting !== count) throw new Error('The use of networks is counted by another room already');
  counting = count;
}

/** By `mcc-mnc`, with all that was moved anywhere. */
export async function networkUse(
  ctx: Ctx,
): Promise<{ readonly byCode: ReadonlyMap<string, NetworkUse>; readonly total: bigint }> {
  const uses = counting ? await counting(ctx, SEEN_DAYS) : [];
  return {
    byCode: new Map(uses.map((use) => [`${use.mcc}-${use.mnc}`, use])),
    total: uses.reduce((total, { bytes }) => total + bytes, 0n),
  };
}
