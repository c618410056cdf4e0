import type { CardState } from '../cardState.ts';

/** A history record, reduced to what it says about the card's state. */
export type StateLine = {
  readonly at: Date;
  readonly action: string;
  readonly result: string;
  /** The owner at that time, except for tags, which belong to their customer. */
  readonly customerId: string;
  readonly state: CardState | null;
  /** The carrier's status in the record's new value. */
  readonly toWord: string | null;
};

/** A tag that was removed from all its cards at once; `intoId` replaced it. */
export type TagEnd = { readonly at: Date; readonly tagId: string; readonly intoId: string | null };

/** The state of a card; an absent field was not recorded, null means none. */
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

/** A stored state with its omitted fields as null. */
export const wholeOf = (state: CardState): Required<Standing> => ({
  pending: null,
  product: null,
  version: null,
  remark: null,
  imei: null,
  ...state,
});

/** The state after a record. A record without a stored state still tells the owner and the new status. */
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
 * The state of a card at a given time: applies its records (oldest first) and tag ends up to then in order. What no record
 * holds stays absent, unless nothing has happened since: then the present value applies.
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

/** From when on the full state is recorded; null if it never was. */
export const recordedSince = (lines: readonly StateLine[]): Date | null =>
  lines.find((line) => line.state !== null)?.at ?? null;
