import { bytesOf, VOLUME_UNITS, type VolumeUnit, volumeIn } from '@cardinal/primitives/dataVolume.ts';
import { parseDecimal } from '@cardinal/primitives/decimal.ts';

/** A volume as it is typed: a number with up to two decimals, and its unit. */
export type TypedVolume = { readonly value: string; readonly unit: VolumeUnit };

/** The units offered; a stored volume may need a smaller one to be exact. */
export const TYPED_UNITS = ['MB', 'GB', 'TB'] as const satisfies readonly VolumeUnit[];

/** '' for what is no number. */
export const bytesTyped = ({ value, unit }: TypedVolume): string =>
  parseDecimal(value) ? String(bytesOf(value, unit)) : '';

/** The largest unit in which two decimals are exact. */
export function volumeTyped(bytes: string): TypedVolume {
  const volume = BigInt(bytes);
  const unit = VOLUME_UNITS.toReversed().find((each) => bytesOf(volumeIn(volume, each), each) === volume) ?? 'B';
  return { value: volumeIn(volume, unit), unit: volume === 0n ? 'GB' : unit };
}
