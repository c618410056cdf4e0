import { momentIn, wallTimeIn } from '@cardinal/primitives/zone.ts';

/** How a package's period is computed in its own boundary's zone. */
export type PackagePeriod = {
  readonly of: (startsAt: Date, anchorDay?: number) => { readonly startsAt: Date; readonly endsAt: Date };
  /** Its months are counted from its start, by a day that does not move while records follow one another. */
  readonly isAnchored: boolean;
};

/** When a record may begin: not before a moment, and so many days after the main record before it has ended. */
export type Wish = { readonly notBefore: Date; readonly postponeDays: number; readonly zone: string };

/** A record of a package on a card that runs or waits. */
export type QueuedRecord = {
  readonly id: string;
  readonly isMain: boolean;
  readonly isUsing: boolean;
  /** An add-on that ends with the main package in use. */
  readonly follows: boolean;
  /** The order in which main records were bought. */
  readonly position: bigint;
  readonly wish: Wish;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The day its months are counted by, if they are counted from its start. */
  readonly anchorDay: number | null;
};

export type Place = Pick<QueuedRecord, 'startsAt' | 'endsAt' | 'anchorDay'>;
export type Planned = Place & { readonly id: string };

const later = (a: Date, b: Date): Date => (a > b ? a : b);

function daysAfter(moment: Date, days: number, zone: string): Date {
  if (days === 0) return moment;
  const wall = wallTimeIn(zone, moment);
  return momentIn(zone, { ...wall, day: wall.day + days });
}

const mainsOf = (records: readonly QueuedRecord[]) =>
  records.filter(({ isMain }) => isMain).sort((a, b) => (a.position < b.position ? -1 : 1));

/**
 * When the main records behind one that is taken out begin and end: each when the one before it has ended, the first at once
 * where nothing else is left, but none before its own moment. Those before it stay as they are.
 */
export function moveUp(
  records: readonly QueuedRecord[],
  taken: QueuedRecord,
  periodOf: (id: string) => PackagePeriod,
  now: Date,
): Planned[] {
  const mains = mainsOf(records).filter(({ id }) => id !== taken.id);
  let before: Place | undefined = mains.filter(({ position }) => position < taken.position).at(-1);
  return mains
    .filter(({ position }) => position > taken.position)
    .map(({ id, wish }) => {
      const place = placeAfter(before, wish, periodOf(id), now);
      before = place;
      return { id, ...place };
    });
}

/** A record waits for the main one before it and for its own moment. One that follows at once keeps the anchor. */
function placeAfter(before: Place | undefined, wish: Wish, period: PackagePeriod, now: Date): Place {
  const { notBefore, postponeDays, zone } = wish;
  const startsAt = later(notBefore, before ? daysAfter(before.endsAt, postponeDays, zone) : now);
  if (!period.isAnchored) return { ...period.of(startsAt), anchorDay: null };
  const followed = before && startsAt.getTime() === before.endsAt.getTime() ? before.anchorDay : null;
  const anchorDay = followed ?? wallTimeIn(zone, startsAt).day;
  return { ...period.of(startsAt, anchorDay), anchorDay };
}

/** Changes of a card's records that are due. */
export type Change =
  | {
      readonly id: string;
      readonly becomes: 'using';
      readonly at: Date;
      readonly startsAt: Date;
      readonly endsAt: Date;
    }
  | { readonly id: string; readonly becomes: 'used'; readonly at: Date };

/**
 * What has become of a card's records by now, in the order it happened. However late it is asked, each record begins and ends at
 * its own moment: records that began and ended meanwhile do both.
 */
export function changesDue(records: readonly QueuedRecord[], now: Date): Change[] {
  const due = records.flatMap((record): Change[] => {
    const { id, startsAt, endsAt, isUsing } = record;
    const begun: Change[] = isUsing || startsAt > now ? [] : [{ id, becomes: 'using', at: startsAt, startsAt, endsAt }];
    const ended: Change[] = endsAt > now ? [] : [{ id, becomes: 'used', at: endsAt }];
    return [...begun, ...ended];
  });
  // At one moment the ending comes first, so that never two main records are in use.
  return due.sort(
    (a, b) => a.at.getTime() - b.at.getTime() || Number(a.becomes === 'using') - Number(b.becomes === 'using'),
  );
}

/** Why a package cannot be added to what a card has. */
export type Hindrance = 'noMain' | 'otherScope' | 'notRenewable' | 'renewedEnough';

/** The package that is ordered, as far as a card's records decide about it. */
export type Ordered = {
  readonly isMain: boolean;
  readonly follows: boolean;
  readonly isRenewable: boolean;
  readonly maxRenewals: number | null;
  /** To which type of main package it may be added; undefined: to any. */
  readonly onto: string | undefined;
};

/** What a card already has of it. */
export type OnCard = {
  /** The type of the main package in use; empty: none. */
  readonly mainType: string;
  /** How many records of the same package it has had that were not given back. */
  readonly boughtBefore: number;
};

export function hindranceOf(
  { isMain, follows, isRenewable, maxRenewals, onto }: Ordered,
  { mainType, boughtBefore }: OnCard,
): Hindrance | undefined {
  if (!isMain) {
    if (!mainType) return follows ? 'noMain' : undefined;
    return onto !== undefined && mainType !== onto ? 'otherScope' : undefined;
  }
  if (boughtBefore === 0) return undefined;
  if (!isRenewable) return 'notRenewable';
  return maxRenewals !== null && boughtBefore > maxRenewals ? 'renewedEnough' : undefined;
}

/** The wish of an order: at once, with the next period of its boundary, or some days after what the card has. */
export function wishOf(
  effective:
    | { readonly kind: 'now' }
    | { readonly kind: 'next'; readonly nextStart: Date }
    | { readonly kind: 'postpone'; readonly days: number },
  zone: string,
  now: Date,
): Wish {
  if (effective.kind === 'postpone') {
    const { days } = effective;
    return { notBefore: daysAfter(now, days, zone), postponeDays: days, zone };
  }
  return { notBefore: effective.kind === 'next' ? effective.nextStart : now, postponeDays: 0, zone };
}

/** When a package that is ordered now begins and ends on a card. */
export function placeOf(
  ordered: Pick<Ordered, 'isMain' | 'follows'> & { readonly period: PackagePeriod; readonly wish: Wish },
  records: readonly QueuedRecord[],
  now: Date,
): Place {
  const { isMain, follows, period, wish } = ordered;
  const main = records.find((record) => record.isMain && record.isUsing);
  if (!isMain && follows && main) return { startsAt: now, endsAt: main.endsAt, anchorDay: null };
  return placeAfter(isMain ? mainsOf(records).at(-1) : undefined, wish, period, now);
}
