export const VOLUME_UNITS = ['B', 'KB', 'MB', 'GB'] as const;
export type VolumeUnit = (typeof VOLUME_UNITS)[number];

const DECIMAL = /^(\d{1,15})(?:\.(\d{1,12}))?$/;

/**
 * A carrier's decimal volume of some unit in whole bytes (1 KB = 1,024 bytes, as carriers count), rounded to the nearest; null
 * if it is no amount.
 */
export function bytesOf(amount: string | number | null | undefined, unit: VolumeUnit): string | null {
  const found = DECIMAL.exec(String(amount ?? '').trim());
  if (!found) return null;
  const [, whole = '0', part = ''] = found;
  const scale = 10n ** BigInt(part.length);
  const factor = 1_024n ** BigInt(VOLUME_UNITS.indexOf(unit));
  return String(((BigInt(whole) * scale + BigInt(part || '0')) * factor + scale / 2n) / scale);
}

/** The sum in bytes; null if one is no amount, or there is none: an unreported volume is not zero. */
export function sumOf(amounts: readonly Parameters<typeof bytesOf>[0][], unit: VolumeUnit): string | null {
  const each = amounts.flatMap((amount) => bytesOf(amount, unit) ?? []);
  if (each.length === 0 || each.length < amounts.length) return null;
  return String(each.reduce((total, bytes) => total + BigInt(bytes), 0n));
}
