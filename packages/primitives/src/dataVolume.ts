import { type Decimal, decimalText, divideHalfUp, parseDecimal } from './decimal.ts';
import { type Problem, problem, type Rule } from './problem.ts';
import { missing } from './string.ts';

/** Units of data volume, each 1,024 of the one before. Volumes themselves are bytes in a bigint. */
export const VOLUME_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
export type VolumeUnit = (typeof VOLUME_UNITS)[number];

/** The largest volume an int8 column holds. */
const MAX_BYTES = 2n ** 63n - 1n;

export const bytesPerUnit = (unit: VolumeUnit): bigint => 1_024n ** BigInt(VOLUME_UNITS.indexOf(unit));

/** The volume of a value and a unit, rounded half up to the byte: `0.1 KB` are 102 bytes. */
export function bytesOf(value: Decimal | bigint | string, unit: VolumeUnit): bigint {
  const exact =
    typeof value === 'bigint' ? { units: value, scale: 0 } : typeof value === 'string' ? parseDecimal(value) : value;
  if (!exact) throw new RangeError(`Not a volume: ${String(value)}`);
  return divideHalfUp(exact.units * bytesPerUnit(unit), 10n ** BigInt(exact.scale));
}

/**
 * A volume as value and unit for display: in the largest unit it fills, with at most two decimals. A positive volume is never
 * shown as zero: it keeps a smaller unit.
 */
export function splitVolume(bytes: bigint, decimals = 2): { value: string; unit: VolumeUnit } {
  const size = bytes < 0n ? -bytes : bytes;
  let index = 0;
  while (index < VOLUME_UNITS.length - 1 && size >= bytesPerUnit(VOLUME_UNITS[index + 1]!)) index += 1;
  let value = volumeIn(bytes, VOLUME_UNITS[index]!, decimals);
  // 1,023.999 MB would round to «1024 MB»; that is 1 GB.
  if (index < VOLUME_UNITS.length - 1 && /^-?1024$/.test(value)) {
    index += 1;
    value = volumeIn(bytes, VOLUME_UNITS[index]!, decimals);
  }
  return { value, unit: VOLUME_UNITS[index]! };
}

/** The volume in one unit, rounded half up, without trailing zeros: `1.5`. */
export function volumeIn(bytes: bigint, unit: VolumeUnit, decimals = 2): string {
  const units = divideHalfUp(bytes * 10n ** BigInt(decimals), bytesPerUnit(unit));
  const written = decimalText({ units, scale: decimals });
  return decimals === 0 ? written : written.replace(/\.?0+$/, '');
}

/** `1.5 GB`. */
export function volumeText(bytes: bigint, decimals = 2): string {
  const { value, unit } = splitVolume(bytes, decimals);
  return `${value} ${unit}`;
}

/** Parses volumes as in sheets: `1.5GB`, `300 m`, `2048` (bytes); undefined for anything else. */
export function parseVolume(written: string): bigint | undefined {
  const [, value, letter = ''] = /^\s*(\d+(?:\.\d+)?)\s*(?:([KMGT])(?:I?B)?|B)?\s*$/i.exec(written) ?? [];
  const exact = value === undefined ? undefined : parseDecimal(value);
  if (!exact) return undefined;
  const bytes = bytesOf(exact, letter === '' ? 'B' : (`${letter.toUpperCase()}B` as VolumeUnit));
  return bytes > MAX_BYTES ? undefined : bytes;
}

/** Started GB, the billing unit of low-consumption data. */
export function wholeGigabytes(bytes: bigint): bigint {
  if (bytes <= 0n) return 0n;
  const gigabyte = bytesPerUnit('GB');
  return (bytes + gigabyte - 1n) / gigabyte;
}

const notAVolume: Problem = problem('请输入流量，如 1.5 GB', 'Enter a data volume, such as 1.5 GB');
export const volumeRule: Rule<string> = (written) => {
  if (written === '') return missing;
  return parseVolume(written) === undefined ? notAVolume : undefined;
};
