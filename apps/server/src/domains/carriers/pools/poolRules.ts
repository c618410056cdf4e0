import type { CarrierPool } from '../../carrierAdapters/face.ts';

/** What is stored of a pool; `readAt` refers to the used volume. */
export type KnownPool = {
  readonly poolId: string;
  readonly name: string;
  readonly totalBytes: string | null;
  readonly usedBytes: string | null;
  readonly members: number | null;
  readonly readAt: Date | null;
};

/**
 * A pool after its carrier listed it: a figure not reported this time is kept with its age. `readAt` is the time before the
 * carrier was asked.
 */
export function poolAfter(known: KnownPool | undefined, told: CarrierPool, readAt: Date): KnownPool {
  return {
    poolId: told.poolId,
    name: told.name,
    totalBytes: told.totalBytes ?? known?.totalBytes ?? null,
    usedBytes: told.usedBytes ?? known?.usedBytes ?? null,
    members: countOf(told.members) ?? known?.members ?? null,
    readAt: told.usedBytes === null ? (known?.readAt ?? null) : readAt,
  };
}

/** A number of cards; anything else counts as not reported. */
const countOf = (members: number | null): number | null =>
  members !== null && Number.isSafeInteger(members) && members >= 0 ? members : null;
