import type { ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import type { VolumeUnit } from '@cardinal/primitives/dataVolume.ts';

/** What a card gets of a package, as its source states it. */
export type StatedTerms = {
  /** Carrier and type in its own words: another one is another package. */
  readonly kind: string;
  /** Null: unlimited. */
  readonly flow: { readonly amount: string; readonly unit: VolumeUnit } | null;
  readonly voiceSeconds: number | null;
  readonly smsCount: number | null;
  readonly validityUnit: ValidityUnit;
  readonly validityCount: number;
  /** So many of it, one behind the other. */
  readonly units: number;
};
