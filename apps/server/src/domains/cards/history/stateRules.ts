import type { CardState } from '../cardState.ts';

/** A line of a card's history, as far as it tells how the card stood. */
export type StateLine = {
  readonly at: Date;
  readonly action: string;
  readonly result: string;
  /** Whose the line is: the owner at that moment, but for tags, which are their customer's own. */
  readonly customerId: string;
  readonly state: CardState | null;
  /** The carrier's word in what the line says it became. */
  readonly toWord: string | null;
};

/** A tag that left all its cards at once; `intoId` took its place. */
export type TagEnd = { readonly at: Date; readonly tagId: string; readonly intoId: string | null };

/** How a card stood; a field that is absent was not recorded, null is none. */
export type Standing = {
  readonly status?: string;
  readonly reasons?: readonly number[];
  readonly pending?: string | null;
  readonly customer?: string;
  readonly product?: string | null;
  readonly version?: number | null;
  readonly remark?: string | null;
  readonly imei?: string | null;
  readonly tags?: readonly string[];
};

export const STANDING_FIELDS = [
  'status',
  'reasons',
  'pending',
  'customer',
  'product',
  'version',
  'remark',
  'imei',
  'tags',
] as const satisfies readonly (keyof Standing)[];

const TAGGING: readonly string[] = ['set_tag', 'clear_tag'];
const CAME_TRUE: readonly string[] = ['done', 'confirmed'];

/** A kept state with what it leaves out said to be none. */
export const wholeOf = (state: CardState): Required<Standing> => ({
  pending: null,
  product: null,
  version: null,
  remark: null,
  imei: null,
  ...state,
});

/** What a line tells. One without a kept state still names the owner, and the status it brought about. */
function afterLine(before: Standing, line: StateLine): Standing {
  if (line.state) return wholeOf(line.state);
  return {
    ...before,
    ...(TAGGING.includes(line.action) ? {} : { customer: line.customerId }),
    ...(line.toWord !== null && CAME_TRUE.includes(line.result) ? { status: line.toWord } : {}),
  };
}

function afterEnd(before: Standing, { tagId, intoId }: TagEnd): Standing {
  if (!before.tags?.includes(tagId)) return before;
  const left = before.tags.filter((tag) => tag !== tagId && tag !== intoId);
  return { ...before, tags: intoId === null ? left : [...left, intoId] };
}

/**
 * How a card stood at a moment: its lines (oldest first) and the ends of its tags up to then, told one after the other.
 * What no line has kept stays absent, unless nothing has happened since: then it is as it is now.
 */
export function standingAt(
  lines: readonly StateLine[],
  ends: readonly TagEnd[],
  present: Required<Standing>,
  at: Date,
): Standing {
  const told = lines.filter((line) => line.at <= at);
  const ended = ends.filter((end) => end.at <= at);
  const steps = [
    ...told.map((line) => ({ at: line.at, take: (so: Standing) => afterLine(so, line) })),
    ...ended.map((end) => ({ at: end.at, take: (so: Standing) => afterEnd(so, end) })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  const standing = steps.reduce<Standing>((so, step) => step.take(so), {});
  const isLatest = told.length === lines.length && ended.length === ends.length;
  return isLatest ? { ...present, ...standing } : standing;
}

/** From when on everything is kept; null while nothing is. */
export const recordedSince = (lines: readonly StateLine[]): Date | null =>
  lines.find((line) => line.state !== null)?.at ?? null;
