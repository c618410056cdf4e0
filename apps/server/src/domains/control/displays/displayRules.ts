import type { DisplayBinding, DisplayPart, DisplayUnit } from '@cardinal/contract/enumerations/control.ts';
import { bytesPerUnit, splitVolume, type VolumeUnit } from '@cardinal/primitives/dataVolume.ts';
import { decimalText } from '@cardinal/primitives/decimal.ts';
import { maskedNumber } from '@cardinal/primitives/maskedNumber.ts';
import type { DisplayStrategyRow } from '../controlTables.ts';

/** How cards look to an audience. */
export type Look = {
  readonly shows: readonly DisplayPart[];
  readonly unit: DisplayUnit;
  readonly decimals: number;
  readonly masksNumbers: boolean;
  readonly historyMonths: number;
};

/** As a strategy is kept. */
export const lookOf = (row: DisplayStrategyRow): Look => ({
  shows: row.shows,
  unit: row.unit,
  decimals: row.decimals,
  masksNumbers: row.masks_numbers,
  historyMonths: row.history_months,
});

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

const unitOf = (bytes: bigint, unit: DisplayUnit): VolumeUnit => (unit === 'fitting' ? splitVolume(bytes).unit : unit);
const steps = (bytes: bigint, { unit, decimals }: Pick<Look, 'unit' | 'decimals'>): bigint =>
  (bytes * 10n ** BigInt(decimals)) / bytesPerUnit(unitOf(bytes, unit));

/** The least whole number of bytes that is written with these decimals of the unit as the given number is. */
export function roundedDown(bytes: bigint, as: Pick<Look, 'unit' | 'decimals'>): bigint {
  const scale = 10n ** BigInt(as.decimals);
  return (steps(bytes, as) * bytesPerUnit(unitOf(bytes, as.unit)) + scale - 1n) / scale;
}

/** Rounded down, so that no figure is ever larger than what was measured. */
export function volumeSeen(bytes: bigint, as: Pick<Look, 'unit' | 'decimals'>): string {
  const written = decimalText({ units: steps(bytes, as), scale: as.decimals });
  return `${as.decimals === 0 ? written : written.replace(/\.?0+$/, '')} ${unitOf(bytes, as.unit)}`;
}

/** The first day of the history that is shown: so many months before today, today's month counted. */
export function historyFrom(today: string, months: number): string {
  const at = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() - (months - 1));
  return at.toISOString().slice(0, 10);
}

/** An ICCID is never masked: whoever has a card names it by that, and an end user has scanned it. */
export function seenAs(look: Look, card: CardSight, today: string): Seen {
  const { iccid, number, remainingBytes, days, ...plain } = card;
  const shows = new Set<string>(look.shows);
  const from = historyFrom(today, look.historyMonths);
  const numbers = look.masksNumbers ? maskedNumber : (whole: string) => whole;
  return {
    iccid,
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
