import { splitVolume, type VolumeUnit, volumeIn } from '@cardinal/primitives/dataVolume.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';

export type Amount = { readonly value: string; readonly unit: string };

const grouped = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ',');
/** Thousands separated in the part before the dot. */
const separated = (written: string) => written.replace(/\d+/, grouped);

/** The unit that keeps the number short, or the one asked for, so that a column compares. */
export function byteAmount(bytes: string | number | bigint, unit?: VolumeUnit): Amount {
  const volume = BigInt(bytes);
  const split = unit ? { value: volumeIn(volume, unit), unit } : splitVolume(volume);
  return { value: separated(split.value), unit: split.unit };
}

/** In the preferred unit, but a positive value is never shown as zero. */
export function preferredAmount(bytes: string | number | bigint, unit: VolumeUnit | undefined): Amount {
  const amount = byteAmount(bytes, unit);
  return amount.value === '0' && BigInt(bytes) !== 0n ? byteAmount(bytes) : amount;
}

/** Minor units as `1,234.50`. */
export const moneyAmount = (minor: string | number | bigint, currency = 'CNY'): string =>
  separated(moneyText(money(BigInt(minor), currency)));

/** Seconds as `1:02:03` or `2:03`. */
export function durationAmount(seconds: string | number | bigint): string {
  const total = BigInt(seconds);
  const size = total < 0n ? -total : total;
  const part = (value: bigint) => value.toString().padStart(2, '0');
  const hours = size / 3600n;
  const minutes = (size / 60n) % 60n;
  const text = hours > 0n ? `${grouped(hours.toString())}:${part(minutes)}` : minutes.toString();
  return `${total < 0n ? '-' : ''}${text}:${part(size % 60n)}`;
}

/** A count with thousands separated. */
export const countAmount = (value: number | string | bigint): string => {
  const written = String(value);
  return /^-?\d+$/.test(written) ? written.replace(/\d+/, grouped) : written;
};
