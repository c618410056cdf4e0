import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { LT_COMPARED, withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { numbersOf, type Segment } from '@cardinal/primitives/segment.ts';

/** The part of a number that is compared: for Unicom the first 19 digits, because the 20th is a check digit. */
export const keyOf = (digits: string, platform: Platform): string =>
  platform === Platform.values.Lt ? digits.slice(0, LT_COMPARED) : digits;

/** A segment with its 1-based position in the input. */
export type Keyed = { readonly start: string; readonly end: string; readonly row: number };

/** The first two segments that overlap, by row; numbers of different lengths never do. */
export function overlapOf(segments: readonly Keyed[]): readonly [Keyed, Keyed] | undefined {
  const sorted = [...segments].sort(
    (a, b) => a.start.length - b.start.length || (a.start < b.start ? -1 : a.start > b.start ? 1 : a.row - b.row),
  );
  // Only the segment that reaches furthest can contain a later start.
  let furthest: Keyed | undefined;
  for (const each of sorted) {
    if (furthest && furthest.end.length === each.end.length && each.start <= furthest.end) {
      return furthest.row < each.row ? [furthest, each] : [each, furthest];
    }
    if (!furthest || furthest.end.length !== each.end.length || each.end > furthest.end) furthest = each;
  }
  return undefined;
}

/** The ICCIDs of a segment's cards; a Unicom number gets its check digit. */
export function* iccidsOf(segment: Segment, platform: Exclude<Platform, -1>): Generator<string> {
  for (const number of numbersOf(segment, platform)) {
    yield platform === Platform.values.Lt ? withCheckDigit(number) : number;
  }
}
