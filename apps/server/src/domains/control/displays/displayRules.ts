import type { DisplayBinding, DisplayPart, DisplayUnit } from '@cardinal/contract/enumerations/control.ts';
import { bytesPerUnit, splitVolume, type VolumeUnit } from '@cardinal/primitives/dataVolume.ts';
import { decimalText } from '@cardinal/primitives/decimal.ts';

/** How cards look to an audience. */
export type Look = {
  readonly shows: readonly DisplayPart[];
  readonly unit: DisplayUnit;
  readonly decimals: number;
  readonly masksNumbers: boolean;
  readonly historyMonths: number;
};

/** A card as it is. */
export type CardSight = {
  readonly iccid: string;
  readonly number: string;
  readonly status: string;
  readonly imei: string;
  readonly location: string;
  readonly carrier: string;
  readonly remainingBytes: bigint;
  readonly days: readonly { readonly day: string; readonly bytes: bigint }[];
};
/** The same as an audience sees it; what is hidden is absent. */
export type Seen = {
  readonly iccid: string;
  readonly number: string;
  readonly status?: string;
  readonly imei?: string;
  readonly location?: string;
  readonly carrier?: string;
  readonly remaining?: string;
  readonly days?: readonly { readonly day: string; readonly volume: string }[];
};

const KEPT_DIGITS = 4;
/** All but the last four characters hidden; a number as short as that is hidden whole. */
export const maskNumber = (number: string): string =>
  number.length <= KEPT_DIGITS
    ? '*'.repeat(number.length)
    : '*'.repeat(number.length - KEPT_DIGITS) + number.slice(-KEPT_DIGITS);

/** Rounded down, so that no figure is ever larger than what was measured. */
export function volumeSeen(bytes: bigint, { unit, decimals }: Pick<Look, 'unit' | 'decimals'>): string {
  const of: VolumeUnit = unit === 'fitting' ? splitVolume(bytes).unit : unit;
  const units = (bytes * 10n ** BigInt(decimals)) / bytesPerUnit(of);
  const written = decimalText({ units, scale: decimals });
  return `${decimals === 0 ? written : written.replace(/\.?0+$/, '')} ${of}`;
}

/** The first day of the history that is shown: so many months before today, today's month counted. */
export function historyFrom(today: string, months: number): string {
  const at = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() - (months - 1));
  return at.toISOString().slice(0, 10);
}

export function seenAs(look: Look, card: CardSight, today: string): Seen {
  const { iccid, number, remainingBytes, days, ...plain } = card;
  const shows = new Set<string>(look.shows);
  const from = historyFrom(today, look.historyMonths);
  const numbers = look.masksNumbers ? maskNumber : (whole: string) => whole;
  return {
    iccid: numbers(iccid),
    number: numbers(number),
    ...Object.fromEntries(
      Object.entries(plain)
        .filter(([part]) => shows.has(part))
        .map(([part, value]) => [part, part === 'imei' ? numbers(value) : value]),
    ),
    ...(shows.has('remaining') ? { remaining: volumeSeen(remainingBytes, look) } : {}),
    ...(shows.has('daily')
      ? {
          days: days
            .filter(({ day }) => day >= from)
            .map(({ day, bytes }) => ({ day, volume: volumeSeen(bytes, look) })),
        }
      : {}),
  };
}

export type Bound = { readonly strategyId: string; readonly kind: DisplayBinding; readonly objectId: string };
export type Asked = {
  readonly packageId?: string | undefined;
  readonly productCode?: string | undefined;
  /** From the root down to the customer itself. */
  readonly customerPath: readonly string[];
};

/** The bindings that concern a card, the narrowest first: package, product, then the customer nearest above. The first holds. */
export function concerning(bindings: readonly Bound[], { packageId, productCode, customerPath }: Asked): Bound[] {
  const wanted: [DisplayBinding, string | undefined][] = [
    ['package', packageId],
    ['product', productCode],
    ...customerPath.toReversed().map((id): [DisplayBinding, string] => ['customer', id]),
  ];
  return wanted.flatMap(([kind, id]) =>
    id === undefined ? [] : bindings.filter((each) => each.kind === kind && each.objectId === id),
  );
}
