import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';

/** How long a network counts as seen. */
export const SEEN_DAYS = 30;

/** The sessions of a network: cards seen in it and their volume there, within the caller's scope. */
export type NetworkUse = {
  readonly mcc: string;
  readonly mnc: string;
  readonly cards: number;
  readonly bytes: bigint;
};
type Counting = (ctx: Ctx, days: number) => Promise<readonly NetworkUse[]>;

/** The room that holds sessions counts them per network. */
export const networkUse = extensionPoint<Counting>('carriers.networkUse');

/** By `mcc-mnc`, with the total over all networks. */
export async function useByNetwork(
  ctx: Ctx,
): Promise<{ readonly byCode: ReadonlyMap<string, NetworkUse>; readonly total: bigint }> {
  const uses = (await ctx.contributed(networkUse)?.(ctx, SEEN_DAYS)) ?? [];
  return {
    byCode: new Map(uses.map((use) => [`${use.mcc}-${use.mnc}`, use])),
    total: uses.reduce((total, { bytes }) => total + bytes, 0n),
  };
}
