import type { CarrierPool } from '../../carrierAdapters/face.ts';

/** What is known of a pool; `readAt` is of how much is used. */
export type KnownPool = {
  readonly poolId: string;
  readonly name: string;
  readonly totalBytes: string | null;
  readonly usedBytes: string | null;
  readonly members: number | null;
  readonly readAt: Date | null;
};

/**
 * What is known of a pool after its carrier listed it: a figure it did not tell this time stays as it was, with the age it
 * has. `readAt` is the moment before the carrier was asked.
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

/** A number of cards; what is none is not told. */
const countOf = (members: number | null): number | null =>
  members !== null && Number.isSafeInteger(members) && members >= 0 ? members : null;
